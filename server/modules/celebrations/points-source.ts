import { findBudgetBalance } from '#server/modules/budgets/queries.ts'
import { renewEndedBudgets } from '#server/modules/budgets/renew.ts'
import { listValues } from '#server/modules/values/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { RuleRow } from './queries.ts'

/**
 * Returns where the points come from; undefined while the budget has too few. A budget whose period
 * has ended starts the next one first.
 */
export async function findSource(
  trx: Trx,
  workspaceId: string,
  { budget_id: budgetId }: Pick<RuleRow, 'budget_id'>,
  points: number,
  at: Date,
): Promise<'issued' | 'budget' | undefined> {
  if (budgetId === null || points === 0) return 'issued'
  await renewEndedBudgets(trx, workspaceId, at)
  const balance = await findBudgetBalance(trx, workspaceId, budgetId, at)
  return balance !== undefined && balance >= points ? 'budget' : undefined
}

/** Returns the value of the posts: the chosen one, or the default one if it was retired. */
export async function findValueId(
  trx: Trx,
  workspaceId: string,
  { value_id: valueId }: Pick<RuleRow, 'value_id'>,
): Promise<string | undefined> {
  const values = await listValues(trx, workspaceId)
  return (values.find(({ id }) => id === valueId) ?? values[0])?.id
}
