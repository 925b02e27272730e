import { expect, test } from 'vitest'
import { suggestedAmounts, calculatePostCost } from './post-cost.ts'

const allowance = (scoreRemaining: number | null, limitPerPost: number | null = null) => ({
  score_remaining: scoreRemaining,
  limit_per_post: limitPerPost,
})
const usual = 10
const none = { score: null, typed: '' }
const given = (score: number) => ({ score, typed: '' })
const typed = (text: string) => ({ score: null, typed: text })

test('suggests the five largest amounts that the allowance permits', () => {
  expect(suggestedAmounts(allowance(null))).toEqual([5, 10, 15, 20, 25])
  expect(suggestedAmounts(allowance(20))).toEqual([3, 5, 10, 15, 20])
  expect(suggestedAmounts(allowance(100, 5))).toEqual([1, 2, 3, 5])
  expect(suggestedAmounts(allowance(2))).toEqual([1, 2])
  expect(suggestedAmounts(allowance(0))).toEqual([5, 10, 15, 20, 25])
})
test('caps the default amount at the remaining allowance', () => {
  expect(calculatePostCost({ ...none, usual, people: 0 }, allowance(null))).toMatchObject({
    score: 10,
    cost: 10,
    problem: null,
  })
  expect(calculatePostCost({ ...none, usual, people: 3 }, allowance(7))).toMatchObject({
    score: 7,
    cost: 21,
    problem: 'left',
  })
  expect(calculatePostCost({ ...none, usual, people: 0 }, allowance(0))).toMatchObject({
    score: 1,
    problem: 'left',
  })
})
test('rejects a score above the allowance or above the limit per post', () => {
  expect(calculatePostCost({ ...given(20), usual, people: 3 }, allowance(60))).toMatchObject({
    cost: 60,
    bound: 20,
    problem: null,
  })
  expect(calculatePostCost({ ...given(21), usual, people: 3 }, allowance(60))).toMatchObject({
    problem: 'left',
  })
  expect(calculatePostCost({ ...given(21), usual, people: 1 }, allowance(60, 20))).toMatchObject({
    bound: 20,
    problem: 'each',
  })
  expect(calculatePostCost({ ...given(10_001), usual, people: 0 }, allowance(null))).toMatchObject({
    problem: 'each',
  })
})
test('never replaces a typed amount with the default amount', () => {
  expect(calculatePostCost({ ...typed('17'), usual, people: 2 }, allowance(null))).toMatchObject({
    score: 17,
    cost: 34,
    problem: null,
  })
  for (const text of ['0', '-5', '2.5', '1,5', '1e3', 'ten'])
    expect([
      text,
      calculatePostCost({ ...typed(text), usual, people: 1 }, allowance(60)).problem,
    ]).toEqual([text, 'whole'])
  expect(calculatePostCost({ ...typed(' '), usual, people: 1 }, allowance(60))).toMatchObject({
    score: 10,
    problem: null,
  })
})
