import type { Discount } from '../billing-provider.ts'

/**
 * Applies discounts to an amount in Stripe's order. Returns the rest and the amount of each
 * discount, in cents.
 */
export function applyDiscounts(
  amount: number,
  discounts: Pick<Discount, 'percent' | 'amount'>[],
): { total: number; off: number[] } {
  let total = amount
  const off = discounts.map(({ percent, amount: fixed }) => {
    const less =
      total <= 0
        ? 0
        : Math.min(total, percent === null ? (fixed ?? 0) : Math.round((total * percent) / 100))
    total -= less
    return less
  })
  return { total, off }
}
