import { computeGiftCardCost } from '#contract/money.ts'
import type { GiftCardProduct } from '#contract/rewards.ts'
import type { GiftCardProvider } from '#server/adapters/giftcards/giftcards.ts'
import type { Trx } from '#server/platform/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { claimSpending, centsTowardsLimit } from './daily-limit.ts'
import { loadEligibility } from './readiness.ts'

/** A gift card as a reward offers it. */
export type GiftCardOffer = {
  product_id: string | null
  country: string | null
  gift_card_value: number | null
}

/**
 * What the provider says of an offer now. Throws gift_card_unavailable for what it does not sell
 * (any more).
 */
async function requireProduct(
  giftCards: GiftCardProvider,
  { product_id, country, gift_card_value }: GiftCardOffer,
): Promise<GiftCardProduct & { value_cents: number }> {
  if (product_id === null || country === null || gift_card_value === null)
    return throwRefusal('gift_card_unavailable')
  const product = (await giftCards.listProducts(country)).find((one) => one.id === product_id)
  return product?.values_cents.includes(gift_card_value)
    ? { ...product, value_cents: gift_card_value }
    : throwRefusal('gift_card_unavailable')
}

/**
 * Puts the gift card of a purchase that was just made on its way; the worker walks on from there.
 * In the transaction of the purchase, so that both are there or neither is. Returns what the team
 * has spent on gift cards today, in cents of US dollars. Throws gift_card_unavailable (without a
 * card of the company, too), not_validated, gift_card_limit, unavailable.
 */
export async function createGiftCardOrder(
  { config, giftCards }: Pick<Services, 'config' | 'giftCards'>,
  trx: Trx,
  purchase: {
    workspace_id: string
    purchase_id: string
    user_id: string
    offer: GiftCardOffer
    at: Date
  },
): Promise<number> {
  const { workspace_id, purchase_id, user_id, at } = purchase
  if (!giftCards) return throwRefusal('gift_card_unavailable')
  const { card, validated } = await loadEligibility(trx, config.billing, workspace_id, at)
  if (config.billing !== 'off' && !card) throwRefusal('gift_card_unavailable')
  if (!validated) throwRefusal('not_validated')
  const product = await requireProduct(giftCards, purchase.offer)
  const buyer = await trx
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const { value_cents, currency } = product
  const charge_cents = card ? computeGiftCardCost(value_cents).charge_cents : 0
  const claimed_cents = centsTowardsLimit({ value_cents, charge_cents, currency })
  await trx
    .insertInto('gift_orders')
    .values({
      workspace_id,
      purchase_id,
      step: 'held',
      product_id: product.id,
      country: product.country,
      currency,
      value_cents,
      card_id: card?.id ?? null,
      charge_cents,
      claimed_cents,
      recipient_email: buyer.email,
      recipient_name: `${buyer.first_name} ${buyer.last_name}`.trim(),
      next_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute()
  return claimSpending(trx, config, workspace_id, claimed_cents, at)
}
