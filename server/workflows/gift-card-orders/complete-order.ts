import type { PurchaseEvent } from '#contract/schemas/rewards.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { findRedemptionRecipients } from '#server/modules/outbox/recipient-queries.ts'
import { fulfilPurchase, rejectPurchase } from '#server/modules/purchases/settle-purchase.ts'
import { addEvent, lockPurchase, type PurchaseContext } from '#server/modules/purchases/context.ts'
import type { PurchaseRecord } from '#server/modules/purchases/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { translateError } from '#server/platform/i18n/messages.ts'
import { findBuyerLocale, updateClaimUrl } from './queries.ts'

type OrderContext = { trx: Trx; workspaceId: string; purchaseId: string; at: Date }
/** Returns a purchase context without an actor, for automatic changes. */
const purchaseContextOf = (
  { trx, workspaceId, at }: OrderContext,
  timezone = 'UTC',
): PurchaseContext => ({
  trx,
  workspaceId,
  timezone,
  actorId: null,
  at,
})

/** Adds an event without an actor to the purchase's history. `amount` in cents. */
export async function addOrderEvent(
  order: OrderContext,
  type: PurchaseEvent['type'],
  amount: number | null = null,
): Promise<void> {
  await addEvent(purchaseContextOf(order), order.purchaseId, type, amount)
}

/** Locks the purchase. It is still pending, because only its gift card order decides it. */
async function lockPendingPurchase(
  context: PurchaseContext,
  purchaseId: string,
): Promise<PurchaseRecord> {
  const purchase = await lockPurchase(context, purchaseId)
  if (purchase.status !== 'pending')
    throw new Error(`purchase ${purchaseId} was decided during its gift card order`)
  return purchase
}

/** Completes an order: redeems the held points and gives the buyer the link. */
export async function completeOrder(order: OrderContext, claimUrl: string): Promise<void> {
  const context = purchaseContextOf(order)
  const purchase = await lockPendingPurchase(context, order.purchaseId)
  await updateClaimUrl(order.trx, order, claimUrl)
  await addOrderEvent(order, 'delivered')
  await fulfilPurchase(context, purchase)
}

const isReportedReason = (reason: string): reason is 'payment_failed' | 'refused' | 'unavailable' =>
  reason === 'payment_failed' || reason === 'refused' || reason === 'unavailable'

/**
 * Fails an order: refunds points and stock, and mails the buyer in their language. For reported
 * reasons the administrators get a mail too.
 */
export async function failOrder(order: OrderContext, reason: string): Promise<void> {
  const { trx, workspaceId } = order
  const reader = await findBuyerLocale(trx, order)
  const context = purchaseContextOf(order, reader?.timezone)
  const purchase = await lockPendingPurchase(context, order.purchaseId)
  await rejectPurchase(
    context,
    purchase,
    'failed',
    translateError(reader?.language ?? 'en', 'purchase_failed', {}),
  )
  if (!isReportedReason(reason)) return
  const recipients = await findRedemptionRecipients(trx, workspaceId, purchase.created_by)
  await enqueueMails(
    trx,
    workspaceId,
    recipients.map((recipient) => ({
      ...recipient,
      kind: 'gift_failed',
      params: { purchase_id: order.purchaseId, reason },
    })),
    order.at,
  )
}
