import { addBudgetToInboxes } from '#server/modules/inbox-items/notice-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { insertMissingOwners } from './queries.ts'

/**
 * Gives budgets whose last owner has left to the first administrator, with an item in their inbox.
 * Follows every deletion and deactivation of a person.
 */
export async function adoptBudgets(trx: Trx, workspaceId: string, at: Date): Promise<void> {
  for (const owner of await insertMissingOwners(trx, workspaceId))
    await addBudgetToInboxes(trx, workspaceId, 'budget_adopted', {
      budgetId: owner.budget_id,
      ownerIds: [owner.user_id],
      at,
    })
}
