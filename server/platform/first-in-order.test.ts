import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstInOrder } from './first-in-order.ts'

type Item = { key: number; index: number }
const byKey = (a: Item, b: Item) => a.key - b.key

test('the first items are those of the sorted list, ties in their order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 200 }),
      fc.integer({ min: 0, max: 40 }),
      (keys, count) => {
        const list = keys.map((key, index) => ({ key, index }))
        expect(firstInOrder(list, count, byKey)).toEqual(list.toSorted(byKey).slice(0, count))
      },
    ),
  )
})
