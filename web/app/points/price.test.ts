import { expect, test } from 'vitest'
import { amountsFor, priceOf } from './price.ts'

const allowance = (score_remaining: number | null, limit_per_post: number | null = null) => ({ score_remaining, limit_per_post })
const usual = 10

test('the five largest usual amounts that fit are offered; all of the usual ones when nothing is left', () => {
  expect(amountsFor(allowance(null))).toEqual([5, 10, 15, 20, 25])
  expect(amountsFor(allowance(20))).toEqual([3, 5, 10, 15, 20])
  expect(amountsFor(allowance(100, 5))).toEqual([1, 2, 3, 5])
  expect(amountsFor(allowance(2))).toEqual([1, 2])
  expect(amountsFor(allowance(0))).toEqual([5, 10, 15, 20, 25])
})
test('the usual amount is ten, or what there is', () => {
  expect(priceOf({ score: null, usual, people: 0 }, allowance(null))).toMatchObject({ score: 10, cost: 10, tooMuch: null })
  expect(priceOf({ score: null, usual, people: 3 }, allowance(7))).toMatchObject({ score: 7, cost: 21, tooMuch: 'left' })
  expect(priceOf({ score: null, usual, people: 0 }, allowance(0))).toMatchObject({ score: 1, tooMuch: 'left' })
})
test('too much is more than is left, or more than one post may give', () => {
  expect(priceOf({ score: 20, usual, people: 3 }, allowance(60))).toMatchObject({ cost: 60, bound: 20, tooMuch: null })
  expect(priceOf({ score: 21, usual, people: 3 }, allowance(60))).toMatchObject({ tooMuch: 'left' })
  expect(priceOf({ score: 21, usual, people: 1 }, allowance(60, 20))).toMatchObject({ bound: 20, tooMuch: 'each' })
  expect(priceOf({ score: 10_001, usual, people: 0 }, allowance(null))).toMatchObject({ tooMuch: 'each' })
})
