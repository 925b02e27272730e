import type { Stripe } from 'stripe'
import { limits } from '#contract/limits.ts'
import { priceBook, planPrices, plans, type Plan } from '#contract/prices.ts'
import { isMissingResource, type StripeClient } from './client.ts'

const productId = 'laurel'
/** Coupon id of the welcome offer. */
export const lifetimeCoupon = 'lifetime10'
const priceLookupKey = (plan: Plan) => `laurel_${plan}`
export const lifetimePercent = limits.lifetime_discount_share * 100

/**
 * Metadata with the terms of a price. Stripe returns tiers only on request, and not in nested
 * objects.
 */
const priceTerms = (plan: Plan) => ({
  base: String(planPrices(plan).base),
  seat: String(planPrices(plan).seat),
  included_seats: String(priceBook.includedSeats),
})

/**
 * Returns the price of a whole period before discounts, in cents. A subscription keeps the price of
 * its start.
 */
export function computeStripePrice(
  { metadata }: Pick<Stripe.Price, 'metadata'>,
  plan: Plan,
  seats: number,
): number {
  const { base, seat, included_seats: includedSeats } = { ...priceTerms(plan), ...metadata }
  return Number(base) + Number(seat) * Math.max(0, seats - Number(includedSeats))
}

/** Returns whether a Stripe price equals the price list. */
function matchesPriceBook(price: Stripe.Price, plan: Plan): boolean {
  const { base, seat } = planPrices(plan)
  const [first, rest] = price.tiers ?? []
  return (
    price.active &&
    price.currency === priceBook.currency &&
    price.recurring?.interval === plan &&
    price.recurring.interval_count === 1 &&
    price.tiers_mode === 'graduated' &&
    price.tiers?.length === 2 &&
    first?.up_to === priceBook.includedSeats &&
    first.flat_amount === base &&
    (first.unit_amount ?? 0) === 0 &&
    rest?.up_to === null &&
    rest.unit_amount === seat &&
    (rest.flat_amount ?? 0) === 0 &&
    Object.entries(priceTerms(plan)).every(([name, value]) => price.metadata[name] === value)
  )
}

async function findActivePrice(
  stripe: StripeClient,
  plan: Plan,
): Promise<Stripe.Price | undefined> {
  const { data } = await stripe.prices.list({
    lookup_keys: [priceLookupKey(plan)],
    active: true,
    limit: 1,
    expand: ['data.tiers'],
  })
  return data[0]
}

/**
 * Returns the price id of a plan. Throws if the price is missing or differs from the price list.
 */
export async function findStripePriceId(stripe: StripeClient, plan: Plan): Promise<string> {
  const price = await findActivePrice(stripe, plan)
  if (!price || !matchesPriceBook(price, plan))
    throw new Error(
      `the price ${priceLookupKey(plan)} is ${price ? 'different from the price list' : 'missing'}: run laurel billing sync`,
    )
  return price.id
}

async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (isMissingResource(error)) return null
    throw error
  }
}

/**
 * Creates missing products, prices and the coupon of the welcome offer. Returns the created
 * resources. Idempotent.
 */
export async function syncStripePrices(stripe: StripeClient): Promise<string[]> {
  const created: string[] = []
  if (!(await nullIfMissing(stripe.products.retrieve(productId)))) {
    await stripe.products.create({ id: productId, name: 'Laurel', metadata: { laurel: 'yes' } })
    created.push(`product ${productId}`)
  }
  for (const plan of plans) {
    const known = await findActivePrice(stripe, plan)
    if (known && matchesPriceBook(known, plan)) continue
    const { base, seat } = planPrices(plan)
    // Stripe prices are immutable: a new price takes over the lookup key, and existing
    // subscriptions keep the old price.
    await stripe.prices.create({
      product: productId,
      currency: priceBook.currency,
      lookup_key: priceLookupKey(plan),
      transfer_lookup_key: true,
      nickname: priceLookupKey(plan),
      recurring: { interval: plan },
      billing_scheme: 'tiered',
      tiers_mode: 'graduated',
      expand: ['tiers'],
      metadata: priceTerms(plan),
      tiers: [
        { up_to: priceBook.includedSeats, flat_amount: base, unit_amount: 0 },
        { up_to: 'inf', unit_amount: seat },
      ],
    })
    if (known) await stripe.prices.update(known.id, { active: false })
    created.push(`price ${priceLookupKey(plan)}`)
  }
  const coupon = await nullIfMissing(stripe.coupons.retrieve(lifetimeCoupon))
  if (!coupon) {
    await stripe.coupons.create({
      id: lifetimeCoupon,
      name: `${lifetimePercent}% for life`,
      percent_off: lifetimePercent,
      duration: 'forever',
    })
    created.push(`coupon ${lifetimeCoupon}`)
  } else if (coupon.percent_off !== lifetimePercent || coupon.duration !== 'forever') {
    throw new Error(
      `the coupon ${lifetimeCoupon} differs from the price list, and coupons are immutable: delete it and run this again`,
    )
  }
  return created
}
