import { computeGiftCardCost } from '#contract/gift-card-prices.ts'
import type { GiftCardProduct } from '#contract/schemas/rewards.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { claimSpending, computeLimitCents } from './daily-limit.ts'
import { loadEligibility } from './eligibility.ts'
import { findBuyer, findOfferCountry, insertOrder } from './queries.ts'

/** The gift card of a reward. */
export type GiftCardOffer = {
  product_id: string | null
  country: string | null
  gift_card_value: number | null
}

/** Returns the product of an offer. Throws gift_card_unavailable if the provider does not sell it. */
export type FindOfferProduct = (offer: GiftCardOffer) => GiftCardProduct & { value_cents: number }

/**
 * Loads the catalog for a reward that may be a gift card, outside of the purchase's transaction.
 * Returns the search in it. An outage of the provider is thrown by the search, because other checks
 * of the purchase precede it.
 */
export async function loadOfferCatalog(
  { db, giftCards }: Pick<Services, 'db' | 'giftCards'>,
  workspaceId: string,
  rewardId: string,
): Promise<FindOfferProduct> {
  const country = giftCards ? await findOfferCountry(db, workspaceId, rewardId) : null
  const loaded =
    giftCards && country !== null
      ? await Promise.allSettled([giftCards.listProducts(country)])
      : undefined
  return ({ product_id: productId, country: offered, gift_card_value: value }) => {
    if (loaded?.[0].status === 'rejected') throw loaded[0].reason
    const product = loaded?.[0].value.find(({ id }) => id === productId)
    return value !== null && offered === country && product?.values_cents.includes(value)
      ? { ...product, value_cents: value }
      : throwRefusal('gift_card_unavailable')
  }
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
    findProduct: FindOfferProduct
    /** The order looks the address up when it is placed. */
    isForLeaver?: boolean
    at: Date
  },
): Promise<number> {
  const { workspace_id: workspaceId, purchase_id: purchaseId, user_id: userId, at } = purchase
  if (!giftCards) return throwRefusal('gift_card_unavailable')
  const { card, validated } = await loadEligibility(trx, config.billing, workspaceId, at)
  if (config.billing !== 'off' && !card) throwRefusal('gift_card_unavailable')
  if (!validated) throwRefusal('not_validated')
  const product = purchase.findProduct(purchase.offer)
  const buyer = await findBuyer(trx, workspaceId, userId)
  const { value_cents: valueCents, currency } = product
  const chargeCents = card ? computeGiftCardCost(valueCents).charge_cents : 0
  const claimedCents = computeLimitCents({
    value_cents: valueCents,
    charge_cents: chargeCents,
    currency,
  })
  await insertOrder(trx, {
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
    // A personal address is stored nowhere in plain text.
    recipient_email: purchase.isForLeaver ? '' : buyer.email,
    recipient_name: `${buyer.first_name} ${buyer.last_name}`.trim(),
    next_at: at,
    created_at: at,
    updated_at: at,
  })
  return claimSpending(trx, config, workspaceId, claimedCents, at)
}
