import type { Stripe } from 'stripe'
import { type Plan, plan as plans } from '#contract/schemas/billing.ts'
import { limits } from '#contract/limits.ts'
import { priceBook, planPrices } from '#contract/prices.ts'
import { isMissingResource, type StripeClient } from './client.ts'

const productId = 'laurel'
/** The coupon of the welcome offer. */
export const lifetimeCoupon = 'lifetime10'
const priceLookupKey = (of: Plan) => `laurel_${of}`
export const lifetimePercent = limits.lifetime_discount_share * 100

/**
 * The terms of a price as it carries them itself: Stripe shows tiers only when asked, and nowhere
 * deep inside.
 */
const priceTerms = (of: Plan) => ({
  base: String(planPrices(of).base),
  seat: String(planPrices(of).seat),
  included_seats: String(priceBook.included_seats),
})

/**
 * What a whole period of this price costs with so many seats, before discounts. Cents. A
 * subscription keeps the price it began with.
 */
export function computeStripePrice(
  { metadata }: Pick<Stripe.Price, 'metadata'>,
  of: Plan,
  seats: number,
): number {
  const { base, seat, included_seats: includedSeats } = { ...priceTerms(of), ...metadata }
  return Number(base) + Number(seat) * Math.max(0, seats - Number(includedSeats))
}

/** Whether a price is what the price book says. */
function matchesPriceBook(price: Stripe.Price, of: Plan): boolean {
  const { base, seat } = planPrices(of)
  const [first, rest] = price.tiers ?? []
  return (
    price.active &&
    price.currency === priceBook.currency &&
    price.recurring?.interval === of &&
    price.recurring.interval_count === 1 &&
    price.tiers_mode === 'graduated' &&
    price.tiers?.length === 2 &&
    first?.up_to === priceBook.included_seats &&
    first.flat_amount === base &&
    (first.unit_amount ?? 0) === 0 &&
    rest?.up_to === null &&
    rest.unit_amount === seat &&
    (rest.flat_amount ?? 0) === 0 &&
    Object.entries(priceTerms(of)).every(([name, value]) => price.metadata[name] === value)
  )
}

async function findActivePrice(stripe: StripeClient, of: Plan): Promise<Stripe.Price | undefined> {
  const { data } = await stripe.prices.list({
    lookup_keys: [priceLookupKey(of)],
    active: true,
    limit: 1,
    expand: ['data.tiers'],
  })
  return data[0]
}

/** The price of a plan. One that says something else than our screens do is never sold. */
export async function findStripePriceId(stripe: StripeClient, of: Plan): Promise<string> {
  const price = await findActivePrice(stripe, of)
  if (!price || !matchesPriceBook(price, of))
    throw new Error(
      `the price ${priceLookupKey(of)} is ${price ? 'not that of the price book' : 'missing'}: run laurel billing sync`,
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
 * Brings product, prices and the coupon of the welcome offer to what the price book says; tells
 * what it made. Twice is once.
 */
export async function syncStripePrices(stripe: StripeClient): Promise<string[]> {
  const made: string[] = []
  if (!(await nullIfMissing(stripe.products.retrieve(productId)))) {
    await stripe.products.create({ id: productId, name: 'Laurel', metadata: { laurel: 'yes' } })
    made.push(`product ${productId}`)
  }
  for (const of of plans.options) {
    const known = await findActivePrice(stripe, of)
    if (known && matchesPriceBook(known, of)) continue
    const { base, seat } = planPrices(of)
    // A price cannot change: a new one takes its name over, and the old one serves those who have
    // it already.
    await stripe.prices.create({
      product: productId,
      currency: priceBook.currency,
      lookup_key: priceLookupKey(of),
      transfer_lookup_key: true,
      nickname: priceLookupKey(of),
      recurring: { interval: of },
      billing_scheme: 'tiered',
      tiers_mode: 'graduated',
      expand: ['tiers'],
      metadata: priceTerms(of),
      tiers: [
        { up_to: priceBook.included_seats, flat_amount: base, unit_amount: 0 },
        { up_to: 'inf', unit_amount: seat },
      ],
    })
    if (known) await stripe.prices.update(known.id, { active: false })
    made.push(`price ${priceLookupKey(of)}`)
  }
  const coupon = await nullIfMissing(stripe.coupons.retrieve(lifetimeCoupon))
  if (!coupon) {
    await stripe.coupons.create({
      id: lifetimeCoupon,
      name: `${lifetimePercent}% for life`,
      percent_off: lifetimePercent,
      duration: 'forever',
    })
    made.push(`coupon ${lifetimeCoupon}`)
  } else if (coupon.percent_off !== lifetimePercent || coupon.duration !== 'forever') {
    throw new Error(
      `the coupon ${lifetimeCoupon} is not the one of the price book, and a coupon cannot be changed: delete it and run this again`,
    )
  }
  return made
}
