import type { Plan } from '#contract/schemas/billing.ts'
import { computePrice, priceBook, planPrices } from '#contract/prices.ts'

/** What lowers the invoices of a subscription, one after the other in this order. */
export type DiscountRule = {
  code: string
  percent: number
  ends_at: Date | null
  lifetime: boolean
}
/**
 * A line before it has a row. `base` and `seats` stand at full price and are lowered by discounts;
 * what is prorated is net already.
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

const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)
const prorate = (cents: number, partMs: number, wholeMs: number) =>
  Math.round((cents * partMs) / wholeMs)

/**
 * The end of the nth period after the anchor, by the calendar in UTC: a month after 31 January is
 * the end of February, two are 31 March.
 */
export function periodBoundary(anchor: Date, plan: Plan, n: number): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(anchor.getTime()).toZonedDateTimeISO('UTC')
  return new Date(start.add(plan === 'year' ? { years: n } : { months: n }).epochMilliseconds)
}

/**
 * The discounts in force at a moment. Those of a period are the ones at its start, also for what is
 * prorated within it.
 */
export const activeDiscountRules = (rules: DiscountRule[], at: Date) =>
  rules.filter(({ ends_at: endsAt }) => endsAt === null || endsAt > at)

/** What each discount takes off, the second from what the first has left. Whole cents. */
export function computeDiscounts(gross: number, rules: DiscountRule[]): AppliedDiscount[] {
  let rest = gross
  return rules.map(({ code, lifetime, percent }) => {
    const amount = Math.round((rest * percent) / 100)
    rest -= amount
    return { code, lifetime, amount }
  })
}
/** What a whole period costs after discounts. */
export function computeNetPrice(plan: Plan, quantity: number, rules: DiscountRule[]): number {
  const gross = computePrice(plan, quantity)
  return gross - sum(computeDiscounts(gross, rules).map((one) => one.amount))
}

type BillingPeriod = { plan: Plan; quantity: number; period_start: Date; period_end: Date }

/** The lines of a period. `from`: only its rest is paid. */
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
  const more = quantity - priceBook.included_seats
  return [
    line('base', priceBook.included_seats, base),
    ...(more > 0 ? [line('seats', more, more * seat)] : []),
  ]
}

/** The price of the rest of a period with its seats, after the discounts of the period. */
const computeRemainingPrice = (period: BillingPeriod, rules: DiscountRule[], at: Date) =>
  prorate(
    computeNetPrice(period.plan, period.quantity, activeDiscountRules(rules, period.period_start)),
    period.period_end.getTime() - at.getTime(),
    period.period_end.getTime() - period.period_start.getTime(),
  )

/** What was paid for the rest of a period is given back. */
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
 * Other seats in the middle of a period: the unused time of the old ones, the remaining time of the
 * new ones.
 */
export function buildSeatChangeLines(
  period: BillingPeriod,
  seats: number,
  rules: DiscountRule[],
  at: Date,
): DraftInvoiceLine[] {
  const now = { ...period, quantity: seats }
  return [
    buildUnusedLine(period, rules, at),
    {
      kind: 'remaining',
      plan: period.plan,
      quantity: seats,
      amount_cents: computeRemainingPrice(now, rules, at),
      period_start: at,
      period_end: period.period_end,
    },
  ]
}

/**
 * What an invoice of these lines comes to. A negative total goes to the balance; nobody is paid
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
  const totalCents = subtotalCents - sum(discounts.map((one) => one.amount))
  const balanceCents = Math.min(balance, totalCents)
  return {
    subtotal_cents: subtotalCents,
    discounts,
    total_cents: totalCents,
    balance_cents: balanceCents,
    amount_due_cents: totalCents - balanceCents,
  }
}
