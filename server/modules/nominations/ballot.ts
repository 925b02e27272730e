import type { BodyOf, OutputOf, ParamsOf, QueryOf } from '#contract/routes/index.ts'
import type { BallotNominee, OwnNominationRound } from '#contract/schemas/nominations.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { decodeCursor, encodeCursor } from '#server/platform/http/cursors.ts'
import { isUuid } from '#server/platform/ids.ts'
import {
  type BallotRow,
  deleteScores,
  deleteVote,
  findBallotRow,
  listBallotRows,
  listBallotTexts,
  upsertScores,
  upsertVote,
} from './ballot-queries.ts'
import { loadAnswerValues } from './load-answer-values.ts'
import { loadNominated } from './load-nominated.ts'
import { type ConcernedRound, loadOwnRound, requireConcernedRound } from './own-rounds.ts'
import { phaseOf } from './phase.ts'
import type { RoundRow } from './queries.ts'

/** Returns nominees for a juror, with the texts of nominators, or for a voter without them. */
async function presentBallot(
  trx: Trx,
  workspaceId: string,
  round: RoundRow,
  rows: BallotRow[],
): Promise<BallotNominee[]> {
  const ids = round.decision === 'jury' ? rows.map(({ id }) => id) : []
  const [nominated, texts] = await Promise.all([
    loadNominated(trx, workspaceId, rows),
    listBallotTexts(trx, workspaceId, ids),
  ])
  const valuesOf = await loadAnswerValues(trx, workspaceId, texts)
  const byNominee = Map.groupBy(texts, (text) => text.nominee_id)
  return rows.map((row) => ({
    id: row.id,
    nominee: nominated(row),
    department: round.hide_departments ? null : row.department,
    nominations: (byNominee.get(row.id) ?? []).map(({ text, answers }) => ({
      text,
      answers,
      values: valuesOf(answers),
    })),
    nomination_count: row.nomination_count,
    scores: row.conflict === null ? row.scores : null,
    voted: row.voted,
    conflict: row.conflict,
  }))
}

/** Returns whether a person decides about the nominees of a round, in whatever phase. */
const isDecider = ({ row, isNominator, figures }: ConcernedRound) =>
  row.decision === 'jury' ? figures.is_juror : isNominator

/** Returns the name and id of a cursor. Throws malformed. */
function decodeBallotCursor(cursor: string | undefined): [name: string, id: string] | undefined {
  const keys = decodeCursor(cursor, 2)
  if (!keys) return undefined
  const [name, id] = keys
  return typeof name === 'string' &&
    !name.includes('\u0000') &&
    typeof id === 'string' &&
    isUuid(id)
    ? [name, id]
    : throwRefusal('malformed', { field: 'cursor' })
}

/**
 * Returns the nominees for the actor's scores or vote, from the end of the nominations until the
 * announcement. Throws not_found for people who do not decide.
 */
export async function loadBallot(
  trx: Trx,
  actor: Actor,
  id: string,
  query: QueryOf<'nominations.ballot'>,
  at: Date,
): Promise<OutputOf<'nominations.ballot'>> {
  const round = await requireConcernedRound(trx, actor, id, { at })
  if (!isDecider(round)) throwRefusal('not_found')
  const after = decodeBallotCursor(query.cursor)
  const phase = phaseOf(round.row, at)
  if (phase !== 'deciding' && phase !== 'ended') return { items: [], next_cursor: null }
  const page = { search: query.q ?? '', after, limit: query.limit + 1 }
  const rows = await listBallotRows(trx, actor, round.row, page)
  const shown = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? shown.at(-1) : undefined
  return {
    items: await presentBallot(trx, actor.workspace_id, round.row, shown),
    next_cursor: last ? encodeCursor([last.sort_name, last.id]) : null,
  }
}

/** Throws unless the actor decides about the nominees of a round now: forbidden, nomination_closed. */
function assertDecides(round: ConcernedRound, decision: RoundRow['decision'], at: Date): void {
  if (round.row.decision !== decision || !isDecider(round)) throwRefusal('forbidden')
  if (phaseOf(round.row, at) !== 'deciding') throwRefusal('nomination_closed')
}

/** Scores a nominee as a juror, or removes the scores. Throws the codes of `nominations.score`. */
export async function scoreNominee(
  trx: Trx,
  actor: Actor,
  { id, nominee_id: nomineeId }: ParamsOf<'nominations.score'>,
  { scores }: BodyOf<'nominations.score'>,
  at: Date,
): Promise<BallotNominee> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const round = await requireConcernedRound(trx, actor, id, { at, lock: 'share' })
  const row = await findBallotRow(trx, actor, round.row, nomineeId)
  if (!row) return throwRefusal('not_found')
  assertDecides(round, 'jury', at)
  if (row.conflict !== null) throwRefusal('nomination_conflict')
  const { length } = round.row.criteria
  if (scores.length > 0 && scores.length !== length)
    throwRefusal('out_of_range', { field: 'scores', params: { start: length, finish: length } })
  if (scores.length)
    await upsertScores(trx, {
      workspace_id: workspaceId,
      nominee_id: nomineeId,
      juror_id: userId,
      scores,
      scored_at: at,
    })
  else await deleteScores(trx, workspaceId, nomineeId, userId)
  const changed = { ...row, scores: scores.length ? scores : null }
  const [nominee] = await presentBallot(trx, workspaceId, round.row, [changed])
  return nominee ?? throwRefusal('not_found')
}

/** Votes for a nominee, or takes the vote back. Throws the codes of `nominations.vote`. */
export async function voteForNominee(
  trx: Trx,
  actor: Actor,
  id: string,
  { nominee_id: nomineeId }: BodyOf<'nominations.vote'>,
  at: Date,
): Promise<OwnNominationRound> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const round = await requireConcernedRound(trx, actor, id, { at, lock: 'share' })
  assertDecides(round, 'vote', at)
  if (nomineeId === null) {
    await deleteVote(trx, workspaceId, id, userId)
    return loadOwnRound(trx, actor, id, at)
  }
  const row = await findBallotRow(trx, actor, round.row, nomineeId)
  if (!row) return throwRefusal('not_found', { field: 'nominee_id' })
  if (row.conflict !== null) throwRefusal('nomination_conflict', { field: 'nominee_id' })
  await upsertVote(trx, {
    workspace_id: workspaceId,
    round_id: id,
    voter_id: userId,
    nominee_id: nomineeId,
    voted_at: at,
  })
  return loadOwnRound(trx, actor, id, at)
}
