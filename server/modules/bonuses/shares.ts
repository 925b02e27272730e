import { createHash } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { BonusPart } from '#server/ledger/bonuses.ts'
import { listSnapshotDays } from '#server/modules/reports/snapshot-queries.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { divideBonus } from './divide-points.ts'
import { type BonusRow, listCandidates } from './queries.ts'

/**
 * Who gets a bonus, by the id of the user, and the sum of their points. `hash`: of all of them and of
 * the budget.
 */
export type BonusShares = { parts: BonusPart[]; points: number; hash: string }

/** One text instead of JSON, which takes three times as long for 20,000 parts. */
const hashParts = ({ budget_id: budgetId }: BonusRow, parts: readonly BonusPart[]): string =>
  createHash('sha256')
    .update(`${budgetId}\n${parts.map((part) => `${part.user_id} ${part.points}`).join('\n')}`)
    .digest('hex')

/**
 * Returns who would get a bonus now. Throws out_of_range for more people than a payment may have.
 */
export async function findShares(
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Actor,
  bonus: BonusRow,
  at: Date,
): Promise<BonusShares> {
  const max = limits.bonus_people_max
  const candidates = await listCandidates(trx, workspaceId, bonus, {
    snapshotDays: await listSnapshotDays(trx, workspaceId),
    today: toLocalDay(at, timezone),
    max: max + 1,
  })
  if (candidates.length > max)
    throwRefusal('out_of_range', { field: 'audience', params: { start: 1, finish: max } })
  const divided = divideBonus(
    bonus,
    candidates.map(({ received }) => received),
  )
  const parts = candidates
    .map(({ id, received }, index) => ({ user_id: id, received, points: divided[index] ?? 0 }))
    .filter(({ points }) => points > 0)
  return {
    parts,
    points: parts.reduce((all, part) => all + part.points, 0),
    hash: hashParts(bonus, parts),
  }
}
