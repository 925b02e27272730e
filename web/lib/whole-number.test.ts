import { afterEach, expect, test } from 'vitest'
import { addMessages, changeLanguage } from './translate.ts'
import { parseWholeNumber } from './whole-number.ts'

addMessages('es', 'common', {})
afterEach(() => changeLanguage('en'))

test.each([
  ['0', 0],
  ['7', 7],
  ['007', 7],
  [' 12 ', 12],
  ['+10', 10],
  ['1,000', 1_000],
  ['1,000,000', 1_000_000],
  ['12 500', 12_500],
  ['12\u00A0500', 12_500],
])('parses %s as the whole number %i', (text, value) => {
  expect(parseWholeNumber(text)).toBe(value)
})
test.each(['', ' ', '\u00A0'])('returns null for the empty field %j', (text) =>
  expect(parseWholeNumber(text)).toBeNull(),
)
test.each([
  '-5',
  '2.5',
  '1,5',
  '1e3',
  '0x10',
  '1,00',
  '1,0000',
  '12,34',
  '1.000',
  'ten',
  '5 points',
  '+',
  '-',
  '1-2',
  '٣',
  '½',
  'Infinity',
])('returns NaN for %s', (text) => {
  expect(parseWholeNumber(text)).toBeNaN()
})
test('accepts the group separator of the current language', () => {
  changeLanguage('es')
  expect([
    parseWholeNumber('10.000'),
    parseWholeNumber('1.000'),
    parseWholeNumber('1,5'),
    parseWholeNumber('1.5'),
  ]).toEqual([10_000, 1_000, Number.NaN, Number.NaN])
})
test('caps a huge number at the largest safe integer', () => {
  expect(parseWholeNumber('9'.repeat(400))).toBe(Number.MAX_SAFE_INTEGER)
})
