import { computePrice, priceBook, planPrices, type Plan } from '#contract/prices.ts'

/** A discount of a subscription. Discounts apply one after the other, in order. */
export type DiscountRule = {
  code: string
  percent: number
  ends_at: Date | null
  lifetime: boolean
}
/**
 * An invoice line before its insertion. `base` and `seats` have the full price and are discounted
 * on the invoice; prorated lines are net.
 */
export type DraftInvoiceLine = {
  kind: 'base' | 'seats' | 'unused' | 'remaining'
  plan: Plan
  quantity: number
  amount_cents: number
  period_start: Date
  period_end: Date
}
export type AppliedDiscount = { code: string; lifetime: boolean; amount: number }
export type InvoiceTotals = {
  subtotal_cents: number
  discounts: AppliedDiscount[]
  total_cents: number
  balance_cents: number
  amount_due_cents: number
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
const prorate = (cents: number, partMs: number, wholeMs: number) =>
  Math.round((cents * partMs) / wholeMs)

/**
 * Returns the end of the nth period after the anchor, by the UTC calendar: a month after 31 January
 * is the end of February, two months are 31 March.
 */
export function computePeriodBoundary(anchor: Date, plan: Plan, n: number): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(anchor.getTime()).toZonedDateTimeISO('UTC')
  return new Date(start.add(plan === 'year' ? { years: n } : { months: n }).epochMilliseconds)
}

/** Returns the discounts active at a time. A period uses those of its start, also for proration. */
export const filterActiveDiscounts = (rules: DiscountRule[], at: Date) =>
  rules.filter(({ ends_at: endsAt }) => endsAt === null || endsAt > at)

/** Returns the amount of each discount in whole cents. Each applies to the rest of the previous. */
export function computeDiscounts(gross: number, rules: DiscountRule[]): AppliedDiscount[] {
  let rest = gross
  return rules.map(({ code, lifetime, percent }) => {
    const amount = Math.round((rest * percent) / 100)
    rest -= amount
    return { code, lifetime, amount }
  })
}
/** Returns the price of a whole period after discounts, in cents. */
export function computeNetPrice(plan: Plan, quantity: number, rules: DiscountRule[]): number {
  const gross = computePrice(plan, quantity)
  return gross - sum(computeDiscounts(gross, rules).map((discount) => discount.amount))
}

type BillingPeriod = { plan: Plan; quantity: number; period_start: Date; period_end: Date }

/** Returns the lines of a period, prorated from `from`. */
export function buildPeriodLines(
  { plan, quantity, period_start: periodStart, period_end: periodEnd }: BillingPeriod,
  from = periodStart,
): DraftInvoiceLine[] {
  const { base, seat } = planPrices(plan)
  const [part, whole] = [
    periodEnd.getTime() - from.getTime(),
    periodEnd.getTime() - periodStart.getTime(),
  ]
  const line = (kind: 'base' | 'seats', seats: number, cents: number): DraftInvoiceLine => ({
    kind,
    plan,
    quantity: seats,
    amount_cents: prorate(cents, part, whole),
    period_start: from,
    period_end: periodEnd,
  })
  const extraSeats = quantity - priceBook.includedSeats
  return [
    line('base', priceBook.includedSeats, base),
    ...(extraSeats > 0 ? [line('seats', extraSeats, extraSeats * seat)] : []),
  ]
}

/** Returns the discounted price of the rest of a period, in cents. */
const computeRemainingPrice = (period: BillingPeriod, rules: DiscountRule[], at: Date) =>
  prorate(
    computeNetPrice(
      period.plan,
      period.quantity,
      filterActiveDiscounts(rules, period.period_start),
    ),
    period.period_end.getTime() - at.getTime(),
    period.period_end.getTime() - period.period_start.getTime(),
  )

/** Returns a line that credits the rest of a paid period. */
export const buildUnusedLine = (
  period: BillingPeriod,
  rules: DiscountRule[],
  at: Date,
): DraftInvoiceLine => ({
  kind: 'unused',
  plan: period.plan,
  quantity: period.quantity,
  amount_cents: 0 - computeRemainingPrice(period, rules, at),
  period_start: at,
  period_end: period.period_end,
})

/**
 * Returns the lines of a seat change within a period: a credit for the old seats and a charge for
 * the new ones.
 */
export function buildSeatChangeLines(
  period: BillingPeriod,
  seats: number,
  rules: DiscountRule[],
  at: Date,
): DraftInvoiceLine[] {
  const changed = { ...period, quantity: seats }
  return [
    buildUnusedLine(period, rules, at),
    {
      kind: 'remaining',
      plan: period.plan,
      quantity: seats,
      amount_cents: computeRemainingPrice(changed, rules, at),
      period_start: at,
      period_end: period.period_end,
    },
  ]
}

/**
 * Returns the totals of an invoice in cents. A negative total is credited to the balance, not paid
 * out.
 */
export function computeInvoiceTotals(
  lines: Pick<DraftInvoiceLine, 'kind' | 'amount_cents'>[],
  rules: DiscountRule[],
  balance: number,
): InvoiceTotals {
  const subtotalCents = sum(lines.map((line) => line.amount_cents))
  const discounts = computeDiscounts(
    sum(
      lines
        .filter(({ kind }) => kind === 'base' || kind === 'seats')
        .map((line) => line.amount_cents),
    ),
    rules,
  )
  const totalCents = subtotalCents - sum(discounts.map((discount) => discount.amount))
  const balanceCents = Math.min(balance, totalCents)
  return {
    subtotal_cents: subtotalCents,
    discounts,
    total_cents: totalCents,
    balance_cents: balanceCents,
    amount_due_cents: totalCents - balanceCents,
  }
}
