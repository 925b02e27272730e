import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitAmount } from './build-lines.ts'

const sumOf = (list: number[]) => list.reduce((sum, one) => sum + one, 0)
/** Returns the amounts of contributors in the order of their ids. */
const makeTeamAmounts = (paid: number[]) =>
  paid.map((own, index): [number, number, number] => [
    own,
    sumOf(paid.slice(0, index)),
    sumOf(paid),
  ])

test('shares of an amount add up to it, each at most a minor unit off', () => {
  const points = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), points, (amount, paid) => {
      const shares = makeTeamAmounts(paid).map((amounts) => splitAmount(amount, amounts))
      expect(sumOf(shares)).toBe(amount)
      for (const [index, points] of paid.entries())
        expect(
          Math.abs((shares[index] ?? 0) - (amount * points) / sumOf(paid)),
        ).toBeLessThanOrEqual(1)
    }),
  )
})

test('three equal shares of a yen amount and of a dinar amount', () => {
  const shares = (amount: number) =>
    makeTeamAmounts([1, 1, 1]).map((amounts) => splitAmount(amount, amounts))
  expect(shares(100)).toEqual([33, 33, 34])
  expect(shares(10_000)).toEqual([3_333, 3_333, 3_334])
})
