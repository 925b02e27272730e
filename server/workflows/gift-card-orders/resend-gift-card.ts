import type { Purchase } from '#contract/schemas/rewards.ts'
import { GiftCardRefused } from '#server/adapters/giftcards/gift-card-provider.ts'
import { addEvent, createPurchaseContext } from '#server/modules/purchases/context.ts'
import { findPurchase } from '#server/modules/purchases/load-purchases.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { type Lease, leaseUntil, waitForLease } from '#server/platform/background/lease.ts'
import { holdOrderLease } from './advance-order.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import {
  findBuyerId,
  lockUndeliveredOrder,
  type OrderKey,
  updateOrder,
  updateRecipient,
} from './queries.ts'

type LeasedResend = { rewardRef: string; until: Date }

/**
 * Leases an undelivered order of its buyer. Returns undefined while another request has the lease.
 * Throws not_found and purchase_decided.
 */
function leaseUndeliveredOrder(
  { db, giftCards, clock }: Services,
  actor: Actor,
  key: OrderKey,
): Promise<LeasedResend | undefined> {
  return db.tenant(key.workspaceId, async (trx) => {
    if ((await findBuyerId(trx, key)) !== actor.user_id) throwRefusal('not_found')
    const order = await lockUndeliveredOrder(trx, key)
    if (!giftCards || !order?.reward_ref) return throwRefusal('purchase_decided')
    const at = clock.now()
    if (order.next_at > at) return undefined
    const until = leaseUntil(at)
    await updateOrder(trx, order, { next_at: until })
    return { rewardRef: order.reward_ref, until }
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

/** Records the new address and returns the purchase. Throws unavailable for a lost lease. */
function recordResend(
  { db }: Services,
  actor: Actor,
  key: OrderKey,
  lease: Lease,
  { email, at }: { email: string; at: Date },
): Promise<Purchase> {
  return lease.withEnd((heldUntil) =>
    db.tenant(key.workspaceId, async (trx) => {
      if (!(await updateRecipient(trx, key, { email, heldUntil, at }))) throwRefusal('unavailable')
      await addEvent(createPurchaseContext(trx, actor, at), key.purchaseId, 'readdressed')
      return (await findPurchase(trx, actor, key.purchaseId, at)) ?? throwRefusal('not_found')
    }),
  )
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
  const leased = await waitForLease(() => leaseUndeliveredOrder(services, actor, key))
  if (!leased) return throwRefusal('unavailable')
  const lease = holdOrderLease(services, key, leased.until)
  try {
    await callResend(services, key, leased.rewardRef, email)
    return await recordResend(services, actor, key, lease, { email, at })
  } finally {
    await lease.stop()
  }
}
