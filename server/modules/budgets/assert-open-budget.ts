import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { findBudget } from './queries.ts'

/**
 * Throws `code` at `budget_id` for a budget that is unknown or closed. Null: no budget. The stored
 * one, `before`, refuses no change of other fields after it was closed.
 */
export async function assertOpenBudget(
  trx: Trx,
  workspaceId: string,
  budgetId: string | null | undefined,
  {
    before,
    code = 'not_found',
  }: { before?: string | null | undefined; code?: 'not_found' | 'budget_unavailable' } = {},
): Promise<void> {
  if (!budgetId || budgetId === before) return
  const budget = await findBudget(trx, workspaceId, budgetId)
  if (budget?.closed_at !== null) throwRefusal(code, { field: 'budget_id' })
}
