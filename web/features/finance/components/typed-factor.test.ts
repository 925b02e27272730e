import { beforeAll, expect, test } from 'vitest'
import { changeLanguage } from '#web/lib/translate.ts'
import { formatFactor, priceOfHundred, readTypedFactor } from './typed-factor.ts'

// Files of one worker share the language.
beforeAll(() => changeLanguage('en'))

test.each([
  ['0.85', '0.85'],
  [' 1,1 ', '1.1'],
  ['2', '2'],
  ['1.2500', '1.25'],
  ['0.01', '0.01'],
  ['100', '100'],
])('%s is read as %s', (typed, factor) => expect(readTypedFactor(typed)).toBe(factor))

test.each(['', '0', '0.009', '100.01', '1.00001', '-1', '1e1', '1.000,5', '.5', 'x'])(
  '%s is no factor',
  (typed) => expect(readTypedFactor(typed)).toBeUndefined(),
)

test('a factor keeps four decimals', () => {
  expect(formatFactor('1.3333')).toBe('1.3333')
  expect([priceOfHundred('1.3333'), priceOfHundred('0.85'), priceOfHundred('0.01')]).toEqual([
    134, 85, 1,
  ])
})
