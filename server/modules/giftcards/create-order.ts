import { computeGiftCardCost } from '#contract/money.ts'
import type { GiftCardProduct } from '#contract/schemas/rewards.ts'
import type { GiftCardProvider } from '#server/adapters/giftcards/gift-card-provider.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { claimSpending, computeLimitCents } from './daily-limit.ts'
import { loadEligibility } from './eligibility.ts'

/** The gift card of a reward. */
export type GiftCardOffer = {
  product_id: string | null
  country: string | null
  gift_card_value: number | null
}

/**
 * Returns the current product of an offer. Throws gift_card_unavailable if the provider does not
 * sell it.
 */
async function requireProduct(
  giftCards: GiftCardProvider,
  { product_id: productId, country, gift_card_value: giftCardValue }: GiftCardOffer,
): Promise<GiftCardProduct & { value_cents: number }> {
  if (productId === null || country === null || giftCardValue === null)
    return throwRefusal('gift_card_unavailable')
  const product = (await giftCards.listProducts(country)).find(
    (product) => product.id === productId,
  )
  return product?.values_cents.includes(giftCardValue)
    ? { ...product, value_cents: giftCardValue }
    : throwRefusal('gift_card_unavailable')
}

/**
 * Creates the gift card order of a new purchase, in its transaction; the worker processes it.
 * Returns the team's gift card spending of today, in cents of US dollars. Throws
 * gift_card_unavailable (also without a payment card), not_validated, gift_card_limit and
 * unavailable.
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
  const { workspace_id: workspaceId, purchase_id: purchaseId, user_id: userId, at } = purchase
  if (!giftCards) return throwRefusal('gift_card_unavailable')
  const { card, validated } = await loadEligibility(trx, config.billing, workspaceId, at)
  if (config.billing !== 'off' && !card) throwRefusal('gift_card_unavailable')
  if (!validated) throwRefusal('not_validated')
  const product = await requireProduct(giftCards, purchase.offer)
  const buyer = await trx
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { value_cents: valueCents, currency } = product
  const chargeCents = card ? computeGiftCardCost(valueCents).charge_cents : 0
  const claimedCents = computeLimitCents({
    value_cents: valueCents,
    charge_cents: chargeCents,
    currency,
  })
  await trx
    .insertInto('gift_orders')
    .values({
      workspace_id: workspaceId,
      purchase_id: purchaseId,
      step: 'held',
      product_id: product.id,
      country: product.country,
      currency,
      value_cents: valueCents,
      card_id: card?.id ?? null,
      charge_cents: chargeCents,
      claimed_cents: claimedCents,
      recipient_email: buyer.email,
      recipient_name: `${buyer.first_name} ${buyer.last_name}`.trim(),
      next_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute()
  return claimSpending(trx, config, workspaceId, claimedCents, at)
}
