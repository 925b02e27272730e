import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideBonus } from './divide-points.ts'

const share = (points: number, received: number[], max: number | null = null) =>
  divideBonus({ method: 'share', points, person_max: max }, received)
const even = (points: number, people: number, max: number | null = null) =>
  divideBonus(
    { method: 'even', points, person_max: max },
    Array.from({ length: people }, () => 0),
  )
const sum = (points: number[]) => points.reduce((all, one) => all + one, 0)

test('points follow received points', () => {
  expect(share(100, [10, 30, 60])).toEqual([10, 30, 60])
  expect(share(10, [1, 1, 1])).toEqual([4, 3, 3])
  expect(share(100, [0, 5, 0])).toEqual([0, 100, 0])
  expect(share(100, [0, 0])).toEqual([0, 0])
})

test('the largest remainders get the points that are left', () => {
  expect(share(10, [26, 35, 39])).toEqual([3, 3, 4])
  expect(share(1, [1, 2, 2])).toEqual([0, 1, 0])
})

test('equal parts differ by one point at most', () => {
  expect(even(10, 4)).toEqual([3, 3, 2, 2])
  expect(even(2, 3)).toEqual([1, 1, 0])
})

test('a fixed bonus gives everyone the same', () => {
  expect(divideBonus({ method: 'fixed', points: 25, person_max: null }, [0, 9])).toEqual([25, 25])
  expect(divideBonus({ method: 'fixed', points: 25, person_max: 20 }, [0, 9])).toEqual([20, 20])
})

test('points above the most for a person go to the others', () => {
  expect(share(100, [80, 10, 10], 50)).toEqual([50, 25, 25])
  expect(share(100, [60, 30, 10], 45)).toEqual([45, 41, 14])
  expect(share(100, [80, 10, 10], 20)).toEqual([20, 20, 20])
  expect(even(10, 3, 2)).toEqual([2, 2, 2])
})

test('large numbers stay exact', () => {
  expect(sum(share(10_000_000, [9_007_199_254_740_991, 9_007_199_254_740_990, 1]))).toBe(10_000_000)
})

test('each share of large numbers is the exact quotient or one point more', () => {
  const list = (max: number) =>
    fc.array(fc.integer({ min: 1, max }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      // Products that a number holds, and larger ones.
      fc.oneof(list(900_000_000), list(Number.MAX_SAFE_INTEGER)),
      (points, received) => {
        const all = received.reduce((total, one) => total + BigInt(one), 0n)
        for (const [index, one] of share(points, received).entries()) {
          const exact = Number((BigInt(points) * BigInt(received[index] ?? 0)) / all)
          expect([exact, exact + 1]).toContain(one)
        }
      },
    ),
  )
})

test('shares are whole, within the most and the order, and sum to the total', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 200 }),
      fc.option(fc.integer({ min: 1, max: 1_000_000 })),
      (points, received, max) => {
        const shares = share(points, received, max)
        const people = received.filter((one) => one > 0).length
        expect(sum(shares)).toBe(Math.min(points, people * (max ?? points)))
        for (const [index, one] of shares.entries()) {
          const weight = received[index] ?? 0
          expect(one).toBeGreaterThanOrEqual(0)
          expect(one).toBeLessThanOrEqual(max ?? points)
          if (weight === 0) expect(one).toBe(0)
        }
        const byWeight = shares
          .map((one, index) => ({ one, weight: received[index] ?? 0 }))
          .toSorted((a, b) => b.weight - a.weight)
        for (const [index, { one, weight }] of byWeight.entries()) {
          const next = byWeight[index + 1]
          if (next && next.weight < weight) expect(one).toBeGreaterThanOrEqual(next.one)
        }
      },
    ),
  )
})
