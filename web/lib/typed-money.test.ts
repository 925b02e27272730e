import { expect, test } from 'vitest'
import { formatTypedMoney, parseCents } from './typed-money.ts'

test.each([
  ['5', 500],
  ['5.5', 550],
  ['5,50', 550],
  [' 1 200.05 ', 120_005],
  ['0', 0],
])('reads %j as %i cents', (typed, cents) => {
  expect(parseCents(typed)).toBe(cents)
})

test('reads an empty field as no amount', () => {
  expect(parseCents('  ')).toBeNull()
})

test.each(['-5', '5.505', '1.200,50', 'five', '1e3', '$5'])('refuses %j', (typed) => {
  expect(parseCents(typed)).toBeNaN()
})

test.each([
  [500, '5'],
  [550, '5.50'],
  [120_005, '1200.05'],
])('formats %i cents as %s, which reads as the same amount', (cents, typed) => {
  expect(formatTypedMoney(cents)).toBe(typed)
  expect(parseCents(typed)).toBe(cents)
})
