import { addDecisionToInboxes } from '#server/modules/inbox-items/notice-queries.ts'
import { addEvent, type PurchaseContext } from './context.ts'
import { findOpenContributions } from './contribution-queries.ts'
import { type PurchaseRecord, updatePurchaseStatus } from './queries.ts'

/**
 * Marks a locked purchase as ordered, with a note, and adds an inbox item for its buyers. Its status
 * and points stay until it is fulfilled or declined.
 */
export async function orderPurchase(
  context: PurchaseContext,
  { id }: PurchaseRecord,
  note: string,
): Promise<void> {
  const { trx, workspaceId, actorId, at } = context
  await updatePurchaseStatus(trx, workspaceId, id, {
    ordered_at: at,
    ordered_by: actorId,
    order_note: note,
  })
  await addEvent(context, id, 'ordered')
  const parts = await findOpenContributions(trx, workspaceId, id)
  await addDecisionToInboxes(trx, workspaceId, 'purchase_ordered', {
    purchaseId: id,
    buyerIds: [...new Set(parts.map((part) => part.user_id))],
    actorId,
    at,
  })
}
