import type { BodyOf, ParamsOf } from '#contract/routes/index.ts'
import type { NominationResult, NomineeResult } from '#contract/schemas/nominations.ts'
import type { Person } from '#contract/schemas/users.ts'
import { loadPeople, requirePerson } from '#server/modules/people/load-people.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { loadNominated } from './load-nominated.ts'
import { phaseOf } from './phase.ts'
import { rankNominees, type Ranking } from './places.ts'
import { findRound, listJurors, type RoundRow } from './queries.ts'
import {
  countJurors,
  countVoters,
  hasNominee,
  listQuotes,
  listResults,
  listTallies,
  type QuoteRow,
  type ResultRow,
  setExcluded,
  updateResults,
} from './result-queries.ts'

/** Nominees of a result, the best ones. */
const listedNomineesMax = 500

/** Returns the ranking of a decided round: who has a place keeps it, also after leaving. */
export const rankDecided = (round: RoundRow, rows: readonly ResultRow[]): Ranking =>
  rankNominees(
    round,
    rows.map((row) => ({ ...row, isEligible: row.place !== null && !row.excluded })),
  )

const placeMax = 32_767
const applyRanking = (rows: readonly ResultRow[], { places, winnerIds }: Ranking): ResultRow[] => {
  const winners = new Set(winnerIds)
  return rows.map((row) => {
    const place = places.get(row.id)
    return {
      ...row,
      place: place === undefined ? null : Math.min(place, placeMax),
      won: winners.has(row.id),
    }
  })
}

/** Computes and stores the result of a round. The caller holds its lock. */
export async function fixResult(trx: Trx, workspaceId: string, round: RoundRow): Promise<void> {
  const rows = await listTallies(trx, workspaceId, round, null)
  const candidates = rows.map((row) => ({ ...row, isEligible: row.is_present && !row.excluded }))
  await updateResults(trx, workspaceId, applyRanking(rows, rankNominees(round, candidates)))
}

/**
 * Ranks the nominees of a decided round again after an exclusion. A nominee who has left keeps the
 * place, so that the next one does not move up.
 */
async function rankAgain(trx: Trx, workspaceId: string, round: RoundRow): Promise<void> {
  const rows = await listResults(trx, workspaceId, round.id, null)
  const candidates = rows.map((row) => ({
    ...row,
    isEligible: !row.excluded && (row.place !== null || row.is_present),
  }))
  await updateResults(trx, workspaceId, applyRanking(rows, rankNominees(round, candidates)))
}

/** Returns how many people decide about a round, and how many have. */
async function countDeciders(
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Actor,
  round: RoundRow,
  at: Date,
): Promise<{ invited: number; finished: number }> {
  if (round.decision === 'jury') {
    const { invited, finished } = await countJurors(trx, workspaceId, round.id)
    return { invited, finished: at < round.closes_at ? 0 : finished }
  }
  return countVoters(trx, workspaceId, round, toLocalDay(at, timezone))
}

/** Returns the quotes for those who may win. Before the decision, quotes tell jurors too much. */
async function loadQuotes(
  trx: Trx,
  workspaceId: string,
  { winners_max: max }: RoundRow,
  rows: ResultRow[],
): Promise<{ quotes: Map<string, QuoteRow[]>; people: Map<string, Person> }> {
  const ids = rows.flatMap(({ id, place, won }) =>
    won || (place !== null && place <= max) ? [id] : [],
  )
  const quotes = await listQuotes(trx, workspaceId, ids)
  const people = await loadPeople(
    trx,
    workspaceId,
    quotes.map((quote) => quote.nominator_id),
  )
  return { quotes: Map.groupBy(quotes, (quote) => quote.nominee_id), people }
}

/** Returns whether the actor judges a round that is not decided: then the others' scores are hidden. */
async function isJudging(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: Actor,
  round: RoundRow,
): Promise<boolean> {
  const jurors = await listJurors(trx, workspaceId, [round.id])
  return round.decided_at === null && jurors.some((juror) => juror.user_id === userId)
}

/** Returns the nominees in an order that tells nothing about their scores. */
const sortBlind = (rows: readonly ResultRow[]): ResultRow[] =>
  rows.toSorted((one, other) => other.nominations - one.nominations || (one.id < other.id ? -1 : 1))

/** Returns the result of a round, or its figures so far. Throws not_found. */
export async function loadResult(
  trx: Trx,
  actor: Actor,
  id: string,
  at: Date,
): Promise<NominationResult> {
  const { workspace_id: workspaceId } = actor
  const round = await findRound(trx, workspaceId, id)
  if (!round) return throwRefusal('not_found')
  const isDecided = round.decided_at !== null
  // Before the result is fixed, administrators do not learn that they are nominated.
  const rows = isDecided
    ? await listResults(trx, workspaceId, id, listedNomineesMax)
    : (await listTallies(trx, workspaceId, round, listedNomineesMax)).filter(
        (row) => row.user_id !== actor.user_id,
      )
  const nominated = await loadNominated(trx, workspaceId, rows)
  const { quotes, people } = await loadQuotes(trx, workspaceId, round, rows)
  const isBlind = await isJudging(trx, actor, round)
  const { tiedIds, placesLeft } = rankDecided(round, rows)
  const isOver = round.announced_at !== null || round.canceled_at !== null
  return {
    phase: phaseOf(round, at),
    decided: isDecided,
    ...(await countDeciders(trx, actor, round, at)),
    tied_ids: isOver ? [] : tiedIds,
    places_left: isOver ? 0 : placesLeft,
    nominees: (isBlind ? sortBlind(rows) : rows).map((row): NomineeResult => ({
      id: row.id,
      nominee: nominated(row),
      nominations: row.nominations,
      score: isBlind ? null : row.score,
      spread: isBlind ? null : row.spread,
      votes: row.votes,
      place: row.place,
      won: row.won,
      excluded: row.excluded,
      left: !row.is_present,
      quotes: (quotes.get(row.id) ?? []).map((quote) => ({
        nomination_id: quote.id,
        nominator: requirePerson(people, quote.nominator_id),
        text: quote.text,
      })),
    })),
  }
}

/** Leaves a nominee out of a round, or takes them in again. Throws not_found, nomination_closed. */
export async function excludeNominee(
  trx: Trx,
  actor: Actor,
  { id, nominee_id: nomineeId }: ParamsOf<'nominations.exclude'>,
  { excluded }: BodyOf<'nominations.exclude'>,
  at: Date,
): Promise<NominationResult> {
  const { workspace_id: workspaceId } = actor
  const round = await findRound(trx, workspaceId, id, 'change')
  if (!round || !(await hasNominee(trx, workspaceId, id, nomineeId)))
    return throwRefusal('not_found')
  if (round.announced_at || round.canceled_at) throwRefusal('nomination_closed')
  if (await setExcluded(trx, workspaceId, nomineeId, excluded ? at : null)) {
    if (round.decided_at) await rankAgain(trx, workspaceId, round)
    // The entry names the nominee by their id in the round: they do not learn about it.
    const details = { round_id: id, nominee_id: nomineeId, name: round.name }
    const action = excluded ? 'nomination_round.exclude' : 'nomination_round.include'
    await audit(trx, actor, action, details, at)
  }
  return loadResult(trx, actor, id, at)
}
