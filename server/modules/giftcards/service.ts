import type { Language } from '#contract/schemas/common.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { translateVoucherName } from '#server/adapters/giftcards/voucher-catalogue.ts'
import { GiftCardRefused } from '#server/adapters/giftcards/gift-card-provider.ts'
import { parseWorkspaceToken } from '#server/modules/auth/service.ts'
import { findPurchase } from '#server/modules/purchases/queries.ts'
import { addEvent, createPurchaseContext } from '#server/modules/purchases/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'

/**
 * What a link of ours holds, for whoever has it. Refuses with claim_invalid whatever the reason.
 */
export async function claimVoucher(
  db: Database,
  token: string,
  language: Language,
  at: Date,
): Promise<OutputOf<'giftcards.claim'>> {
  const workspaceId = parseWorkspaceToken(token, 'claim_invalid')
  return db.tenant(workspaceId, async (trx) => {
    const found = await trx
      .selectFrom('vouchers')
      .innerJoin('workspaces', 'workspaces.id', 'vouchers.workspace_id')
      .where('vouchers.workspace_id', '=', workspaceId)
      .where('vouchers.token_hash', '=', hashToken(token))
      .where('workspaces.deleted_at', 'is', null)
      .select([
        'vouchers.id',
        'workspaces.name as team',
        'vouchers.product_id',
        'vouchers.country',
        'vouchers.currency',
        'vouchers.value_cents',
        'vouchers.code',
        'vouchers.created_at',
        'vouchers.seen_at',
      ])
      .executeTakeFirst()
    if (!found) return throwRefusal('claim_invalid')
    const { id, seen_at: seenAt, product_id: productId, created_at: createdAt, ...voucher } = found
    if (!seenAt)
      await trx
        .updateTable('vouchers')
        .set({ seen_at: at })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute()
    return {
      ...voucher,
      product: translateVoucherName(productId, language),
      created_at: createdAt.toISOString(),
    }
  })
}

/**
 * Sends a gift card that did not arrive to another address of its buyer. Refuses with not_found
 * whose purchase it is not, and with purchase_decided what has arrived, or the provider does not
 * send again.
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
