import type { Purchase } from '#contract/schemas/rewards.ts'
import { GiftCardRefused } from '#server/adapters/giftcards/gift-card-provider.ts'
import { addEvent, createPurchaseContext } from '#server/modules/purchases/context.ts'
import { findPurchase } from '#server/modules/purchases/load-purchases.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { leaseUntil, waitForLease } from '#server/platform/background/lease.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import {
  findBuyerId,
  lockUndeliveredOrder,
  type OrderKey,
  updateOrder,
  updateRecipient,
} from './queries.ts'

type ResendLease = { rewardRef: string; heldUntil: Date }

/**
 * Leases an undelivered order of its buyer. Returns undefined while another request has the lease.
 * Throws not_found and purchase_decided.
 */
function leaseUndeliveredOrder(
  { db, giftCards, clock }: Services,
  actor: Actor,
  key: OrderKey,
): Promise<ResendLease | undefined> {
  return db.tenant(key.workspaceId, async (trx) => {
    if ((await findBuyerId(trx, key)) !== actor.user_id) throwRefusal('not_found')
    const order = await lockUndeliveredOrder(trx, key)
    if (!giftCards || !order?.reward_ref) return throwRefusal('purchase_decided')
    const at = clock.now()
    if (order.next_at > at) return undefined
    const heldUntil = leaseUntil(at)
    await updateOrder(trx, order, { next_at: heldUntil })
    return { rewardRef: order.reward_ref, heldUntil }
  })
}

/** Asks the provider to send the gift card. Ends the lease on failure, for another attempt. */
async function callResend(
  { db, giftCards, clock }: Services,
  { workspaceId, purchaseId }: OrderKey,
  rewardRef: string,
  email: string,
): Promise<void> {
  try {
    await giftCards?.resendReward(rewardRef, email)
  } catch (error) {
    await db.tenant(workspaceId, (trx) =>
      updateOrder(
        trx,
        { workspace_id: workspaceId, purchase_id: purchaseId },
        { next_at: clock.now() },
      ),
    )
    if (error instanceof GiftCardRefused) throwRefusal('purchase_decided')
    throw error
  }
}

/**
 * Sends an undelivered gift card to another address of its buyer. Throws not_found for purchases of
 * others, and purchase_decided if it was delivered or the provider does not resend it.
 */
export async function resendGiftCard(
  services: Services,
  actor: Actor,
  purchaseId: string,
  email: string,
  at: Date,
): Promise<Purchase> {
  const { workspace_id: workspaceId } = actor
  const key = { workspaceId, purchaseId }
  const lease = await waitForLease(() => leaseUndeliveredOrder(services, actor, key))
  if (!lease) return throwRefusal('unavailable')
  await callResend(services, key, lease.rewardRef, email)
  return services.db.tenant(workspaceId, async (trx) => {
    if (!(await updateRecipient(trx, key, { email, heldUntil: lease.heldUntil, at })))
      throwRefusal('unavailable')
    await addEvent(createPurchaseContext(trx, actor, at), purchaseId, 'readdressed')
    return (await findPurchase(trx, actor, purchaseId)) ?? throwRefusal('not_found')
  })
}
