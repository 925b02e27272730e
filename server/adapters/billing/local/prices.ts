import type { Plan } from '#contract/billing.ts'
import { priceOf, price_book, pricesOf } from '#contract/prices.ts'

/** What lowers the invoices of a subscription, one after the other in this order. */
export type Rule = { code: string; percent: number; ends_at: Date | null; lifetime: boolean }
/**
 * A line before it has a row. `base` and `seats` stand at full price and are lowered by discounts;
 * what is prorated is net already.
 */
export type Line = {
  kind: 'base' | 'seats' | 'unused' | 'remaining'
  plan: Plan
  quantity: number
  amount_cents: number
  period_start: Date
  period_end: Date
}
export type Applied = { code: string; lifetime: boolean; amount: number }
export type Totals = {
  subtotal_cents: number
  discounts: Applied[]
  total_cents: number
  balance_cents: number
  amount_due_cents: number
}

const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)
const share = (cents: number, part_ms: number, whole_ms: number) =>
  Math.round((cents * part_ms) / whole_ms)

/**
 * The end of the nth period after the anchor, by the calendar in UTC: a month after 31 January is
 * the end of February, two are 31 March.
 */
export function boundary(anchor: Date, plan: Plan, n: number): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(anchor.getTime()).toZonedDateTimeISO('UTC')
  return new Date(start.add(plan === 'year' ? { years: n } : { months: n }).epochMilliseconds)
}

/**
 * The discounts in force at a moment. Those of a period are the ones at its start, also for what is
 * prorated within it.
 */
export const rulesAt = (rules: Rule[], at: Date) =>
  rules.filter(({ ends_at }) => ends_at === null || ends_at > at)

/** What each discount takes off, the second from what the first has left. Whole cents. */
export function stepsOff(gross: number, rules: Rule[]): Applied[] {
  let rest = gross
  return rules.map(({ code, lifetime, percent }) => {
    const amount = Math.round((rest * percent) / 100)
    rest -= amount
    return { code, lifetime, amount }
  })
}
/** What a whole period costs after discounts. */
export function netOf(plan: Plan, quantity: number, rules: Rule[]): number {
  const gross = priceOf(plan, quantity)
  return gross - sum(stepsOff(gross, rules).map((one) => one.amount))
}

type Period = { plan: Plan; quantity: number; period_start: Date; period_end: Date }

/** The lines of a period. `from`: only its rest is paid. */
export function periodLines(
  { plan, quantity, period_start, period_end }: Period,
  from = period_start,
): Line[] {
  const { base, seat } = pricesOf(plan)
  const [part, whole] = [
    period_end.getTime() - from.getTime(),
    period_end.getTime() - period_start.getTime(),
  ]
  const line = (kind: 'base' | 'seats', seats: number, cents: number): Line => ({
    kind,
    plan,
    quantity: seats,
    amount_cents: share(cents, part, whole),
    period_start: from,
    period_end,
  })
  const more = quantity - price_book.included_seats
  return [
    line('base', price_book.included_seats, base),
    ...(more > 0 ? [line('seats', more, more * seat)] : []),
  ]
}

/** The price of the rest of a period with its seats, after the discounts of the period. */
const restOf = (period: Period, rules: Rule[], at: Date) =>
  share(
    netOf(period.plan, period.quantity, rulesAt(rules, period.period_start)),
    period.period_end.getTime() - at.getTime(),
    period.period_end.getTime() - period.period_start.getTime(),
  )

/** What was paid for the rest of a period is given back. */
export const unusedLine = (period: Period, rules: Rule[], at: Date): Line => ({
  kind: 'unused',
  plan: period.plan,
  quantity: period.quantity,
  amount_cents: 0 - restOf(period, rules, at),
  period_start: at,
  period_end: period.period_end,
})

/**
 * Other seats in the middle of a period: the unused time of the old ones, the remaining time of the
 * new ones.
 */
export function seatLines(period: Period, seats: number, rules: Rule[], at: Date): Line[] {
  const now = { ...period, quantity: seats }
  return [
    unusedLine(period, rules, at),
    {
      kind: 'remaining',
      plan: period.plan,
      quantity: seats,
      amount_cents: restOf(now, rules, at),
      period_start: at,
      period_end: period.period_end,
    },
  ]
}

/**
 * What an invoice of these lines comes to. A negative total goes to the balance; nobody is paid
 * out.
 */
export function totalsOf(
  lines: Pick<Line, 'kind' | 'amount_cents'>[],
  rules: Rule[],
  balance: number,
): Totals {
  const subtotal_cents = sum(lines.map((line) => line.amount_cents))
  const discounts = stepsOff(
    sum(
      lines
        .filter(({ kind }) => kind === 'base' || kind === 'seats')
        .map((line) => line.amount_cents),
    ),
    rules,
  )
  const total_cents = subtotal_cents - sum(discounts.map((one) => one.amount))
  const balance_cents = Math.min(balance, total_cents)
  return {
    subtotal_cents,
    discounts,
    total_cents,
    balance_cents,
    amount_due_cents: total_cents - balance_cents,
  }
}
