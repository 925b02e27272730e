import { giftCardCost } from '#contract/money.ts'
import type { GiftCardProduct } from '#contract/rewards.ts'
import type { GiftCards } from '#server/adapters/giftcards/giftcards.ts'
import type { Trx } from '#server/platform/database.ts'
import { fail } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { readinessOf } from './readiness.ts'

/** A gift card as a reward offers it. */
export type Offer = { product_id: string | null; country: string | null; gift_card_value: number | null }

/** What the provider says of an offer now; refuses with purchase_failed what it does not sell (any more). */
async function productOf(giftcards: GiftCards, { product_id, country, gift_card_value }: Offer): Promise<GiftCardProduct & { value_cents: number }> {
  if (product_id === null || country === null || gift_card_value === null) return fail('purchase_failed')
  const product = (await giftcards.products(country)).find((one) => one.id === product_id)
  return product?.values_cents.includes(gift_card_value) ? { ...product, value_cents: gift_card_value } : fail('purchase_failed')
}

/**
 * Puts the gift card of a purchase that was just made on its way; the worker walks on from there. In the transaction of
 * the purchase, so that both are there or neither is. Refuses with not_validated, purchase_failed (at the field `card`
 * when it is the company's card that is missing), unavailable.
 */
export async function orderGiftCard(
  { config, giftcards }: Pick<Services, 'config' | 'giftcards'>, trx: Trx, purchase: { workspace_id: string; purchase_id: string; user_id: string; offer: Offer; at: Date },
): Promise<void> {
  const { workspace_id, purchase_id, user_id, at } = purchase
  if (!giftcards) return fail('purchase_failed')
  const { card, validated } = await readinessOf(trx, config.billing, workspace_id, at)
  if (!validated) fail('not_validated')
  if (config.billing !== 'off' && !card) fail('purchase_failed', { field: 'card' })
  const product = await productOf(giftcards, purchase.offer)
  const buyer = await trx.selectFrom('users').select(['email', 'first_name', 'last_name']).where('workspace_id', '=', workspace_id).where('id', '=', user_id).executeTakeFirstOrThrow()
  await trx.insertInto('gift_orders').values({
    workspace_id, purchase_id, step: 'held', product_id: product.id, country: product.country, currency: product.currency, value_cents: product.value_cents,
    card_id: card?.id ?? null, charge_cents: card ? giftCardCost(product.value_cents).charge_cents : 0,
    recipient_email: buyer.email, recipient_name: `${buyer.first_name} ${buyer.last_name}`.trim(), next_at: at, created_at: at, updated_at: at,
  }).execute()
}
