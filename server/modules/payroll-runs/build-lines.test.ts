import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitAmount } from './build-lines.ts'

/** Returns the parts of contributors in the order of their ids. */
const makeParts = (paid: number[]) =>
  paid.map((points, index) => ({
    paid: points,
    paid_before: paid.slice(0, index).reduce((sum, one) => sum + one, 0),
    paid_total: paid.reduce((sum, one) => sum + one, 0),
  }))

test('shares of an amount add up to it, each at most a minor unit off', () => {
  const points = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), points, (amount, paid) => {
      const parts = makeParts(paid)
      const shares = parts.map((part) => splitAmount(amount, part))
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
      for (const [index, part] of parts.entries())
        expect(
          Math.abs((shares[index] ?? 0) - (amount * part.paid) / part.paid_total),
        ).toBeLessThanOrEqual(1)
    }),
  )
})

test('three equal shares of a yen amount and of a dinar amount', () => {
  const shares = (amount: number) => makeParts([1, 1, 1]).map((part) => splitAmount(amount, part))
  expect(shares(100)).toEqual([33, 33, 34])
  expect(shares(10_000)).toEqual([3_333, 3_333, 3_334])
})
