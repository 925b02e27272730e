import { expect, test } from 'vitest'
import { labeledIndexes, niceTicks } from './axis.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [17, [0, 5, 10, 15, 20]],
  [100, [0, 50, 100]],
  [1_337, [0, 500, 1_000, 1_500]],
])('ticks for %i reach it in round steps', (max, ticks) => {
  expect(niceTicks(max)).toEqual(ticks)
})

test('ticks of any maximum are few and reach it', () => {
  for (let max = 1; max < 5_000; max += 1) {
    const ticks = niceTicks(max)
    expect(ticks.length).toBeLessThanOrEqual(5)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
  }
})

test('labels are evenly spaced and limited', () => {
  expect(labeledIndexes(5, 7)).toEqual([0, 1, 2, 3, 4])
  expect(labeledIndexes(30, 7)).toEqual([0, 5, 10, 15, 20, 25])
  expect(labeledIndexes(0, 7)).toEqual([])
})
