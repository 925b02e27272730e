import { limits } from './limits.ts'

/** Billing periods of a subscription. */
export const plans = ['month', 'year'] as const
export type Plan = (typeof plans)[number]

/**
 * The price list, in cents of USD. The specification contradicts itself; product.md decides: the
 * base includes the first seats, and every further accepted user is another seat.
 */
export const priceBook = {
  currency: 'usd',
  base: 9000,
  includedSeats: limits.seats_min,
  seat: 300,
  annualDiscountShare: 0.1,
} as const

/**
 * Returns the prices of a billing period before discounts, in cents: its base, and each seat beyond
 * the included ones.
 */
export function planPrices(plan: Plan): { base: number; seat: number } {
  const periods = plan === 'year' ? 12 * (1 - priceBook.annualDiscountShare) : 1
  return {
    base: Math.round(priceBook.base * periods),
    seat: Math.round(priceBook.seat * periods),
  }
}
/** Returns the price of a whole billing period before discounts, in cents. */
export function computePrice(plan: Plan, seats: number): number {
  const { base, seat } = planPrices(plan)
  return base + seat * Math.max(0, seats - priceBook.includedSeats)
}
/** Returns the number of billed seats for a number of accepted users. */
export const computeSeats = (people: number) => Math.max(limits.seats_min, people)
