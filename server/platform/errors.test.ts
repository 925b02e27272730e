import { expect, test } from 'vitest'
import { describeError, toRefusal } from './errors.ts'

test('names each failed attempt of an error without a message', () => {
  const attempts = ['::1:5432', '127.0.0.1:5432'].map(
    (address) => new Error(`connect ECONNREFUSED ${address}`),
  )
  expect(describeError(new AggregateError(attempts))).toBe(
    'connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432',
  )
  expect(describeError(new AggregateError(attempts, 'no provider answers'))).toBe(
    'no provider answers',
  )
  expect([describeError(new Error('full')), describeError('text')]).toEqual(['full', 'text'])
})

test.each(['ECONNREFUSED', 'EAI_AGAIN', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH'])(
  'an error of the network (%s) is answered as unavailable',
  (code) => {
    const refusal = toRefusal(Object.assign(new Error('no connection'), { code }))
    expect(refusal?.list).toEqual([{ code: 'unavailable' }])
  },
)
