import type { Discount } from '../billing-provider.ts'

/**
 * What discounts leave of an amount, one after the other as Stripe takes them off, and what each of
 * them takes. Cents.
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
