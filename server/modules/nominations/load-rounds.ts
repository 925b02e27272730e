import { limits } from '#contract/limits.ts'
import type { NominationRound } from '#contract/schemas/nominations.ts'
import { presentAudiences } from '#server/modules/audiences/load-audience.ts'
import { listBudgetNames } from '#server/modules/budgets/queries.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { phaseOf } from './phase.ts'
import { countNominations, findRound, listJurors, listRoundRows, type RoundRow } from './queries.ts'

/** Rounds of the lists, ended ones included. */
export const listedRoundsMax = 2 * limits.nomination_rounds_max

/** Returns what everyone concerned with a round knows about it. */
export const presentSummary = (row: RoundRow, at: Date) => ({
  id: row.id,
  name: row.name,
  text: row.text,
  emoji: row.emoji,
  nominee_kind: row.nominee_kind,
  questions: row.questions,
  nominations_max: row.nominations_max,
  starts_on: row.starts_on,
  ends_on: row.ends_on,
  decides_on: row.decides_on,
  opens_at: row.opens_at.toISOString(),
  closes_at: row.closes_at.toISOString(),
  decides_at: row.decides_at.toISOString(),
  decision: row.decision,
  criteria: row.criteria,
  tie_rule: row.tie_rule,
  winners_max: row.winners_max,
  points: row.points,
  phase: phaseOf(row, at),
})

/** Returns rounds for administrators, with a constant number of queries. */
async function presentRounds(
  trx: Trx,
  workspaceId: string,
  rows: RoundRow[],
  at: Date,
): Promise<NominationRound[]> {
  const ids = rows.map(({ id }) => id)
  const [jurors, counts, budgets, audiences] = await Promise.all([
    listJurors(trx, workspaceId, ids),
    countNominations(trx, workspaceId, ids),
    listBudgetNames(
      trx,
      workspaceId,
      rows.flatMap((row) => row.budget_id ?? []),
    ),
    presentAudiences(
      trx,
      workspaceId,
      rows.flatMap((row) => [row.nominators, row.nominees]),
    ),
  ])
  const people = await loadPeople(
    trx,
    workspaceId,
    jurors.map((juror) => juror.user_id),
  )
  return rows.flatMap((row, index) => {
    const [nominators, nominees] = audiences.slice(2 * index, 2 * index + 2)
    if (!nominators || !nominees) return []
    return {
      ...presentSummary(row, at),
      nominators,
      nominees,
      hide_departments: row.hide_departments,
      jurors: jurors.flatMap(({ round_id: roundId, user_id: userId }) =>
        roundId === row.id ? (people.get(userId) ?? []) : [],
      ),
      budget: budgets.find(({ id }) => id === row.budget_id) ?? null,
      value_id: row.value_id,
      nominations: counts.get(row.id) ?? 0,
      created_at: row.created_at.toISOString(),
      announced_at: row.announced_at?.toISOString() ?? null,
    }
  })
}

/** Returns the rounds of a workspace, the newest first. */
export const loadRounds = async (trx: Trx, { workspace_id: workspaceId }: Actor, at: Date) =>
  presentRounds(trx, workspaceId, await listRoundRows(trx, workspaceId, listedRoundsMax), at)

/** Returns a round. Throws not_found. */
export async function loadRound(
  trx: Trx,
  { workspace_id: workspaceId }: Actor,
  id: string,
  at: Date,
): Promise<NominationRound> {
  const row = await findRound(trx, workspaceId, id)
  const [round] = row ? await presentRounds(trx, workspaceId, [row], at) : []
  return round ?? throwRefusal('not_found')
}
