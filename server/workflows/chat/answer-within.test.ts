import { expect, test } from 'vitest'
import { answerWithin } from './answer-within.ts'

const fail = () => {
  throw new Error('not late')
}

test('returns the result of work in time', async () => {
  expect(await answerWithin(Promise.resolve(1), 1_000, fail)).toEqual({ result: 1 })
})

test('throws the error of work in time', async () => {
  await expect(answerWithin(Promise.reject(new Error('x')), 1_000, fail)).rejects.toThrow('x')
})

test('hands late work over and returns null', async () => {
  const work = Promise.withResolvers<number>()
  const late: Promise<number>[] = []
  expect(await answerWithin(work.promise, 5, (unfinished) => late.push(unfinished))).toBeNull()
  work.resolve(2)
  expect(await late[0]).toBe(2)
})
