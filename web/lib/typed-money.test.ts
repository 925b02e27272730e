import { beforeAll, expect, test } from 'vitest'
import { changeLanguage } from './translate.ts'
import { formatTypedMoney, parseMoney } from './typed-money.ts'

// Files of one worker share the language.
beforeAll(() => changeLanguage('en'))

test.each([
  ['5', 'USD', 500],
  ['5.5', 'USD', 550],
  ['5,50', 'EUR', 550],
  [' 1 200.05 ', 'USD', 120_005],
  ['0', 'USD', 0],
  ['750', 'JPY', 750],
  ['1.5', 'KWD', 1_500],
  ['1,234', 'KWD', 1_234],
  ['120 000 000 000', 'IDR', 120_000_000_000],
])('reads %j of %s as %i minor units', (typed, currency, minor) => {
  expect(parseMoney(typed, currency)).toBe(minor)
})

test('reads an empty field as no amount', () => {
  expect(parseMoney('  ', 'USD')).toBeNull()
})

test.each([
  ['-5', 'USD'],
  ['5.505', 'USD'],
  ['1.200,50', 'USD'],
  ['five', 'USD'],
  ['1e3', 'USD'],
  ['$5', 'USD'],
  ['5.', 'USD'],
  ['7.5', 'JPY'],
  ['1000000000000', 'USD'],
])('refuses %j of %s', (typed, currency) => {
  expect(parseMoney(typed, currency)).toBeNaN()
})

test.each([
  [500, 'USD', '5'],
  [550, 'USD', '5.50'],
  [120_005, 'USD', '1200.05'],
  [750, 'JPY', '750'],
  [1_500, 'KWD', '1.500'],
])('formats %i of %s as %s, which reads as the same amount', (minor, currency, typed) => {
  expect(formatTypedMoney(minor, currency)).toBe(typed)
  expect(parseMoney(typed, currency)).toBe(minor)
})
