import type { NominationsSummary, OwnNominationRound } from '#contract/schemas/nominations.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { listedRoundsMax, presentSummary } from './load-rounds.ts'
import { listOwnFigures, listRoundsOfNominator, type OwnFigures } from './member-queries.ts'
import { phaseOf } from './phase.ts'
import { findRound, listRoundRows, type RoundRow } from './queries.ts'
import { hasWords } from './word-queries.ts'

/** A round that concerns a person, with what they are in it. */
export type ConcernedRound = { row: RoundRow; isNominator: boolean; figures: OwnFigures }

/**
 * Returns the rounds that concern the actor: as a nominator, a juror, or with a nomination of their
 * own. The number of queries is constant.
 */
async function filterConcerned(
  trx: Trx,
  actor: Actor,
  rows: RoundRow[],
  at: Date,
): Promise<ConcernedRound[]> {
  const deciding = rows.filter((row) => phaseOf(row, at) === 'deciding')
  const [nominator, figures] = await Promise.all([
    listRoundsOfNominator(trx, actor, rows, toLocalDay(at, actor.timezone)),
    listOwnFigures(
      trx,
      actor,
      rows.map(({ id }) => id),
      deciding.map(({ id }) => id),
    ),
  ])
  const byRound = new Map(figures.map((one) => [one.round_id, one]))
  return rows.flatMap((row) => {
    const own = byRound.get(row.id)
    const isNominator = nominator.has(row.id)
    return own && (isNominator || own.is_juror || own.own_nominations > 0)
      ? [{ row, isNominator, figures: own }]
      : []
  })
}

function presentOwnRound(
  { row, isNominator, figures }: ConcernedRound,
  at: Date,
): OwnNominationRound {
  const summary = presentSummary(row, at)
  const isDeciding = summary.phase === 'deciding'
  const isVoter = isDeciding && row.decision === 'vote' && isNominator
  return {
    ...summary,
    abilities: {
      nominate:
        summary.phase === 'open' && isNominator && figures.own_nominations < row.nominations_max,
      score: isDeciding && row.decision === 'jury' && figures.is_juror,
      vote: isVoter,
    },
    own_nominations: figures.own_nominations,
    to_score: figures.to_score,
    voted: figures.voted,
    to_vote: isVoter && figures.can_vote && !figures.voted,
  }
}

/** Returns a round that concerns the actor. Throws not_found. */
export async function requireConcernedRound(
  trx: Trx,
  actor: Actor,
  id: string,
  { at, lock }: { at: Date; lock?: 'share' },
): Promise<ConcernedRound> {
  const row = await findRound(trx, actor.workspace_id, id, lock)
  const [round] = row ? await filterConcerned(trx, actor, [row], at) : []
  return round ?? throwRefusal('not_found')
}

/** Returns the rounds that concern the actor, the newest first. */
export async function loadOwnRounds(
  trx: Trx,
  actor: Actor,
  at: Date,
): Promise<OwnNominationRound[]> {
  const rows = await listRoundRows(trx, actor.workspace_id, listedRoundsMax)
  return (await filterConcerned(trx, actor, rows, at)).map((round) => presentOwnRound(round, at))
}

/** Returns a round that concerns the actor. Throws not_found. */
export const loadOwnRound = async (
  trx: Trx,
  actor: Actor,
  id: string,
  at: Date,
): Promise<OwnNominationRound> =>
  presentOwnRound(await requireConcernedRound(trx, actor, id, { at }), at)

/** Returns which parts of nominations concern the actor, and how many rounds await them. */
export async function loadSummary(trx: Trx, actor: Actor, at: Date): Promise<NominationsSummary> {
  const rounds = await loadOwnRounds(trx, actor, at)
  const awaiting = rounds.filter(
    ({ abilities, to_score: toScore, to_vote: toVote }) =>
      abilities.nominate || (abilities.score && toScore > 0) || toVote,
  )
  return {
    to_do: awaiting.length,
    has_rounds: rounds.length > 0,
    has_words: await hasWords(trx, actor),
  }
}
