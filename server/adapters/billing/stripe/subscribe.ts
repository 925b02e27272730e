import type { Stripe } from 'stripe'
import type { Language } from '#contract/schemas/common.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Customer, SubscriptionOrder } from '../billing-provider.ts'
import { findLiveSubscription, lifetimeOwedMetadata } from './account.ts'
import {
  idempotencyKeyFor,
  toStripeLocale,
  toUnixSeconds,
  type StripeClient,
  requiresCustomerAction,
} from './client.ts'
import { findStripePriceId, lifetimeCoupon } from './prices.ts'

/**
 * Returns the id of a promotion code. Throws promo_invalid if it does not exist or is used up.
 * Stripe itself checks restrictions to certain customers.
 */
async function findPromotionCodeId(stripe: StripeClient, code: string): Promise<string> {
  const {
    data: [found],
  } = await stripe.promotionCodes.list({
    code,
    active: true,
    limit: 1,
    expand: ['data.promotion.coupon'],
  })
  const coupon = found?.promotion.coupon
  const isUsedUp =
    found && found.max_redemptions !== null && found.times_redeemed >= found.max_redemptions
  return found && !isUsedUp && typeof coupon === 'object' && coupon?.valid
    ? found.id
    : throwRefusal('promo_invalid', { field: 'promo' })
}

/** Returns the welcome offer first, then the promotion code. Stripe applies them in this order. */
export async function resolveDiscounts(
  stripe: StripeClient,
  { lifetime, promo }: SubscriptionOrder,
): Promise<({ coupon: string } | { promotion_code: string })[]> {
  return [
    ...(lifetime ? [{ coupon: lifetimeCoupon }] : []),
    ...(promo === null ? [] : [{ promotion_code: await findPromotionCodeId(stripe, promo) }]),
  ]
}

/** Subscribes with a saved card. Returns false if the bank requires authentication. */
export async function subscribeWithSavedCard(
  stripe: StripeClient,
  customer: Customer,
  order: SubscriptionOrder,
  card: { ref: string },
  key: string,
): Promise<boolean> {
  if (await findLiveSubscription(stripe, customer)) return true
  const discounts = await resolveDiscounts(stripe, order)
  const params = {
    customer: customer.ref,
    items: [{ price: await findStripePriceId(stripe, order.plan), quantity: order.seats }],
    default_payment_method: card.ref,
    off_session: true,
    payment_behavior: 'error_if_incomplete',
    metadata: { workspace_id: customer.workspace_id },
    ...(discounts.length ? { discounts } : {}),
    ...(order.trial_ends_at ? { trial_end: toUnixSeconds(order.trial_ends_at) } : {}),
  } satisfies Stripe.SubscriptionCreateParams
  try {
    await stripe.subscriptions.create(params, idempotencyKeyFor(key, params))
    return true
  } catch (error) {
    if (requiresCustomerAction(error)) return false
    throw error
  }
}

/** Returns the return address of a Stripe page, with the result as a query parameter. */
export function buildReturnUrl(callback: string, name: string, result: string): string {
  const url = new URL(callback)
  url.searchParams.set(name, result)
  return url.toString()
}

/**
 * Opens the checkout page of a first order. The page accepts a single discount: with both the
 * welcome offer and a promotion code it gets the code, and metadata marks the offer as owed
 * (account.ts applies it).
 */
export async function createSubscriptionCheckout(
  stripe: StripeClient,
  customer: Customer,
  order: SubscriptionOrder,
  page: { token: string; callback: string; language: Language },
) {
  const discounts = (await resolveDiscounts(stripe, order)).slice(-1)
  const owedMetadata = order.lifetime && order.promo !== null ? lifetimeOwedMetadata : {}
  const { id, url } = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer: customer.ref,
      client_reference_id: customer.workspace_id,
      locale: toStripeLocale(page.language),
      line_items: [{ price: await findStripePriceId(stripe, order.plan), quantity: order.seats }],
      payment_method_collection: 'always',
      allowed_payment_method_types: ['card'],
      success_url: buildReturnUrl(page.callback, 'subscription', 'started'),
      cancel_url: buildReturnUrl(page.callback, 'card', 'canceled'),
      metadata: { workspace_id: customer.workspace_id, purpose: 'subscription' },
      subscription_data: {
        metadata: { workspace_id: customer.workspace_id, ...owedMetadata },
        ...(order.trial_ends_at ? { trial_end: toUnixSeconds(order.trial_ends_at) } : {}),
      },
      ...(discounts.length ? { discounts } : {}),
    },
    { idempotencyKey: `page-${page.token}` },
  )
  return { url: url ?? throwRefusal('unavailable'), ref: id }
}
