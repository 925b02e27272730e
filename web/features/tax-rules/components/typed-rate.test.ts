import { beforeAll, expect, test } from 'vitest'
import { changeLanguage } from '#web/lib/translate.ts'
import { formatRate, formatTypedRate, readTypedRate } from './typed-rate.ts'

// Files of one worker share the language.
beforeAll(() => changeLanguage('en'))

test.each([
  ['22', '0.22'],
  [' 22,5 % ', '0.225'],
  ['0.01', '0.0001'],
  ['99.99', '0.9999'],
  ['7', '0.07'],
])('reads %j as the share %s', (typed, share) => {
  expect(readTypedRate(typed)).toBe(share)
})

test.each(['0', '0.00', '100', '22.555', '-5', 'a lot', '1e1'])('refuses %j', (typed) => {
  expect(readTypedRate(typed)).toBeUndefined()
})

test('an empty text is no rate', () => {
  expect(readTypedRate(' ')).toBeNull()
  expect(formatTypedRate(null)).toBe('')
})

test('a rate is typed again as it was read', () => {
  expect(formatRate('0.2225')).toBe('22.25%')
  expect(readTypedRate(formatTypedRate('0.2225'))).toBe('0.2225')
})
