import type { LocalInvoiceRow } from './invoice-queries.ts'
import type { AppliedDiscount, DiscountRule } from './proration.ts'
import type { LocalSubscription } from './queries.ts'

/** Returns the stored discounts of a subscription. */
export function parseDiscountRules(sub: Pick<LocalSubscription, 'discounts'>): DiscountRule[] {
  return (sub.discounts as (Omit<DiscountRule, 'ends_at'> & { ends_at: string | null })[]).map(
    (rule) => ({
      ...rule,
      ends_at: rule.ends_at === null ? null : new Date(rule.ends_at),
    }),
  )
}

/** Returns the stored discounts of an invoice. */
export const parseAppliedDiscounts = (invoice: Pick<LocalInvoiceRow, 'discounts'>) =>
  invoice.discounts as AppliedDiscount[]
