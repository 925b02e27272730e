import type { Plan } from '#contract/schemas/billing.ts'
import { limits } from './limits.ts'

/**
 * The price book, in cents of USD. The specification's texts contradict each other; product.md
 * settles them: the base holds the first seats, every further accepted person is one more seat.
 */
export const priceBook = {
  currency: 'usd',
  base: 9000,
  included_seats: limits.seats_min,
  seat: 300,
  annual_discount_share: 0.1,
} as const

/**
 * What a period of a plan costs before discounts: its base and each seat beyond the included ones.
 * Cents.
 */
export function planPrices(of: Plan): { base: number; seat: number } {
  const periods = of === 'year' ? 12 * (1 - priceBook.annual_discount_share) : 1
  return {
    base: Math.round(priceBook.base * periods),
    seat: Math.round(priceBook.seat * periods),
  }
}
/** What a whole period costs with so many seats, before discounts. Cents. */
export function computePrice(of: Plan, seats: number): number {
  const { base, seat } = planPrices(of)
  return base + seat * Math.max(0, seats - priceBook.included_seats)
}
/** The seats that so many accepted people cost. */
export const computeSeats = (people: number) => Math.max(limits.seats_min, people)
