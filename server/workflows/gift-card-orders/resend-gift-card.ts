import type { Purchase } from '#contract/schemas/rewards.ts'
import { GiftCardRefused } from '#server/adapters/giftcards/gift-card-provider.ts'
import { addEvent, createPurchaseContext } from '#server/modules/purchases/context.ts'
import { findPurchase } from '#server/modules/purchases/queries.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * Sends an undelivered gift card to another address of its buyer. Throws not_found for purchases of
 * others, and purchase_decided if it was delivered or the provider does not resend it.
 */
export async function resendGiftCard(
  { db, giftCards }: Services,
  actor: Actor,
  purchaseId: string,
  email: string,
  at: Date,
): Promise<Purchase> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  return db.tenant(workspaceId, async (trx) => {
    const own = await trx
      .selectFrom('purchases')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', purchaseId)
      .where('created_by', '=', userId)
      .executeTakeFirst()
    if (!own) throwRefusal('not_found')
    const order = await trx
      .selectFrom('gift_orders')
      .select('reward_ref')
      .where('workspace_id', '=', workspaceId)
      .where('purchase_id', '=', purchaseId)
      .where('step', '=', 'settled')
      .where('delivery', '=', 'failed')
      .forUpdate()
      .executeTakeFirst()
    if (!giftCards || !order?.reward_ref) return throwRefusal('purchase_decided')
    try {
      await giftCards.resendReward(order.reward_ref, email)
    } catch (error) {
      if (error instanceof GiftCardRefused) throwRefusal('purchase_decided')
      throw error
    }
    await trx
      .updateTable('gift_orders')
      .set({ recipient_email: email, delivery: 'none', updated_at: at })
      .where('workspace_id', '=', workspaceId)
      .where('purchase_id', '=', purchaseId)
      .execute()
    await addEvent(createPurchaseContext(trx, actor, at), purchaseId, 'readdressed')
    return (await findPurchase(trx, actor, purchaseId)) ?? throwRefusal('not_found')
  })
}
