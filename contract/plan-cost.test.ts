import { expect, test } from 'vitest'
import { computePlanCost } from './plan-cost.ts'

const plan = {
  people: 50,
  allowance: 100,
  period: 'month' as const,
  use_percent: 60,
  celebration_points: 2_000,
  award_points: 1_000,
  bonus_points: 0,
  gift_card_percent: 50,
  hundred_points_minor: 1_000,
}

test('adds the points of a year, their worth and the fee of gift cards', () => {
  expect(computePlanCost(plan)).toEqual({
    most: { points: 63_000n, worth: 630_000n, fee: 31_500n, total: 661_500n },
    expected: { points: 39_000n, worth: 390_000n, fee: 19_500n, total: 409_500n },
  })
})

test.each([
  ['day', 365],
  ['week', 52],
  ['month', 12],
  ['quarter', 4],
] as const)('a year has the periods of a %s', (period, periods) => {
  const { most } = computePlanCost({ ...plan, period, celebration_points: 0, award_points: 0 })
  expect(most.points).toBe(BigInt(50 * 100 * periods))
})

test('drops parts of points and of minor units', () => {
  const small = { ...plan, people: 1, allowance: 1, celebration_points: 0, award_points: 0 }
  const { expected } = computePlanCost({ ...small, use_percent: 99, hundred_points_minor: 15 })
  expect(expected).toEqual({ points: 11n, worth: 1n, fee: 0n, total: 1n })
})

test('the largest plan stays exact', () => {
  const { most } = computePlanCost({
    ...plan,
    people: 1_000_000,
    allowance: 1_000_000,
    period: 'day',
    hundred_points_minor: 1_000_000_000,
  })
  expect(most.worth).toBe((365_000_000_000_000n + 3_000n) * 10_000_000n)
})
