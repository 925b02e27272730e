import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computePrice, type Plan } from '#contract/prices.ts'
import { priceExamples } from '#tests/support/price-examples.ts'
import {
  computePeriodBoundary,
  computeNetPrice,
  buildPeriodLines,
  type DiscountRule,
  filterActiveDiscounts,
  buildSeatChangeLines,
  computeDiscounts,
  computeInvoiceTotals,
  buildUnusedLine,
} from './proration.ts'

const lifetime: DiscountRule = { code: 'lifetime', percent: 10, ends_at: null, lifetime: true }
const promo = (percent: number, endsAt: Date | null = null): DiscountRule => ({
  code: 'CODE',
  percent,
  ends_at: endsAt,
  lifetime: false,
})

test.each([
  ['2026-01-31T09:30:00Z', 'month', 1, '2026-02-28T09:30:00.000Z'],
  ['2026-01-31T09:30:00Z', 'month', 2, '2026-03-31T09:30:00.000Z'],
  ['2028-01-31T09:30:00Z', 'month', 1, '2028-02-29T09:30:00.000Z'],
  ['2026-12-31T23:59:59Z', 'month', 2, '2027-02-28T23:59:59.000Z'],
  ['2028-02-29T00:00:00Z', 'year', 1, '2029-02-28T00:00:00.000Z'],
  ['2028-02-29T00:00:00Z', 'year', 4, '2032-02-29T00:00:00.000Z'],
  // Daylight saving time starts in between, but periods are in UTC.
  ['2026-03-15T02:30:00Z', 'month', 1, '2026-04-15T02:30:00.000Z'],
  ['2026-10-15T02:30:00Z', 'month', 1, '2026-11-15T02:30:00.000Z'],
] as const)('from %s, by the %s, period %i ends at %s', (anchor, plan, n, end) => {
  expect(computePeriodBoundary(new Date(anchor), plan, n).toISOString()).toBe(end)
})

test.each(priceExamples)(
  'costs $total cents for $people people by the $plan (lifetime $lifetime, promotion $promo)',
  ({ people, plan: of, lifetime: life, promo: percent, subtotal, total }) => {
    const discounts = [...(life ? [lifetime] : []), ...(percent ? [promo(percent)] : [])]
    expect([computePrice(of, people), computeNetPrice(of, people, discounts)]).toEqual([
      subtotal,
      total,
    ])
  },
)
test('costs nothing with a discount of 100 percent', () => {
  expect([
    computeNetPrice('month', 40, [lifetime, promo(100)]),
    computeNetPrice('year', 5, [promo(100)]),
  ]).toEqual([0, 0])
})

test('ends a discount with the period that starts at its end', () => {
  const end = new Date('2026-08-01T00:00:00Z')
  expect(
    [new Date(end.getTime() - 1), end].map(
      (at) => filterActiveDiscounts([lifetime, promo(50, end)], at).length,
    ),
  ).toEqual([2, 1])
})

const day = 86_400_000
const seats = fc.integer({ min: 5, max: 400 })
const plan = fc.constantFrom<Plan>('month', 'year')
const rules = fc
  .tuple(fc.boolean(), fc.option(fc.integer({ min: 1, max: 100 }), { nil: null }))
  .map(([life, percent]) => [
    ...(life ? [lifetime] : []),
    ...(percent === null ? [] : [promo(percent)]),
  ])
const start = fc
  .integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2032, 0, 1) })
  .map((ms) => new Date(ms))

test('keeps invoice sums consistent and the amount due non-negative', () => {
  fc.assert(
    fc.property(
      plan,
      seats,
      seats,
      rules,
      start,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: -50_000, max: 500_000 }),
      (of, before, after, discounts, at, part, balance) => {
        const period = {
          plan: of,
          quantity: before,
          period_start: at,
          period_end: computePeriodBoundary(at, of, 1),
        }
        const moment = new Date(
          at.getTime() + Math.floor(part * (period.period_end.getTime() - at.getTime())),
        )
        const lines = [
          ...buildPeriodLines({ ...period, quantity: after }),
          ...buildSeatChangeLines(period, after, discounts, moment),
          buildUnusedLine(period, discounts, moment),
        ]
        const totals = computeInvoiceTotals(lines, discounts, balance)
        const off = totals.discounts.reduce((all, one) => all + one.amount, 0)
        expect(lines.reduce((all, line) => all + line.amount_cents, 0)).toBe(totals.subtotal_cents)
        expect(totals.subtotal_cents - off).toBe(totals.total_cents)
        expect(totals.total_cents - totals.balance_cents).toBe(totals.amount_due_cents)
        expect(totals.amount_due_cents).toBeGreaterThanOrEqual(0)
        for (const cents of [
          ...Object.values(totals),
          ...lines.map((line) => line.amount_cents),
        ].filter((one) => typeof one === 'number'))
          expect(Number.isSafeInteger(cents)).toBe(true)
        // Discounts apply one after the other, so they never exceed the amount.
        expect(off).toBeLessThanOrEqual(computePrice(of, after))
        expect(
          computeDiscounts(computePrice(of, after), discounts).every((one) => one.amount >= 0),
        ).toBe(true)
      },
    ),
  )
})

test('charges seat changes by the second, to a cent a line', () => {
  const moves = fc.array(fc.tuple(seats, fc.double({ min: 0, max: 1, noNaN: true })), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(plan, seats, rules, start, moves, (of, first, discounts, at, changes) => {
      const end = computePeriodBoundary(at, of, 1)
      const whole = end.getTime() - at.getTime()
      let [paid, fair, now, from, lines] = [
        computeNetPrice(of, first, discounts),
        0,
        first,
        at.getTime(),
        0,
      ]
      for (const [next, part] of changes.toSorted((a, b) => a[1] - b[1])) {
        const moment = at.getTime() + Math.floor(part * (whole - 1))
        const made = buildSeatChangeLines(
          { plan: of, quantity: now, period_start: at, period_end: end },
          next,
          discounts,
          new Date(moment),
        )
        paid += made.reduce((all, line) => all + line.amount_cents, 0)
        fair += (computeNetPrice(of, now, discounts) * (moment - from)) / whole
        ;[now, from, lines] = [next, moment, lines + made.length]
      }
      fair += (computeNetPrice(of, now, discounts) * (end.getTime() - from)) / whole
      expect(Math.abs(paid - fair)).toBeLessThanOrEqual(lines * 0.5 + 0.001)
    }),
  )
})

test('credits the rest of a period on a plan change, at most what was paid', () => {
  fc.assert(
    fc.property(
      plan,
      seats,
      rules,
      start,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (of, quantity, discounts, at, part) => {
        const end = computePeriodBoundary(at, of, 1)
        const period = { plan: of, quantity, period_start: at, period_end: end }
        const { amount_cents: amountCents } = buildUnusedLine(
          period,
          discounts,
          new Date(at.getTime() + Math.floor(part * (end.getTime() - at.getTime()))),
        )
        expect(amountCents).toBeLessThanOrEqual(0)
        expect(-amountCents).toBeLessThanOrEqual(computeNetPrice(of, quantity, discounts))
        expect(buildUnusedLine(period, discounts, at).amount_cents).toBe(
          0 - computeNetPrice(of, quantity, discounts),
        )
        expect(buildUnusedLine(period, discounts, end).amount_cents).toBe(0)
      },
    ),
  )
})

test('prorates the rest of a period', () => {
  const at = new Date('2026-06-01T00:00:00Z')
  const lines = buildPeriodLines(
    {
      plan: 'month',
      quantity: 8,
      period_start: at,
      period_end: computePeriodBoundary(at, 'month', 1),
    },
    new Date(at.getTime() + 10 * day),
  )
  expect(lines.map((line) => [line.kind, line.quantity, line.amount_cents])).toEqual([
    ['base', 5, 6_000],
    ['seats', 3, 600],
  ])
})
