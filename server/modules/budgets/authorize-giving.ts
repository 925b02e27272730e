import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { findBudget, includesAll, listGivableIds } from './queries.ts'
import { renewEndedBudgets } from './renew.ts'

/**
 * Throws unless the actor may give points from a budget to these people: budget_unavailable for an
 * unknown, closed or other budget, budget_recipients. Ends its period first, if it is over.
 */
export async function authorizeGiving(
  trx: Trx,
  actor: Actor,
  { budgetId, recipientIds }: { budgetId: string; recipientIds: string[] },
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId, user_id: userId, timezone } = actor
  await renewEndedBudgets(trx, workspaceId, at)
  const budget = await findBudget(trx, workspaceId, budgetId)
  const today = toLocalDay(at, timezone)
  const isGivable =
    budget?.closed_at === null &&
    (await listGivableIds(trx, workspaceId, userId, [budget], today)).has(budgetId)
  if (!budget || !isGivable) throwRefusal('budget_unavailable', { field: 'budget_id' })
  const { recipients } = budget
  if (!(await includesAll(trx, workspaceId, recipients, { userIds: recipientIds, today })))
    throwRefusal('budget_recipients', { field: 'to_id' })
}
