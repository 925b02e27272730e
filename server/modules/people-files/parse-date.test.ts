import { expect, test } from 'vitest'
import { dateParsers, detectDateOrder } from './parse-date.ts'

test.each([
  ['--03-14', 'dmy', '--03-14'],
  ['--02-29', 'mdy', '--02-29'],
  ["'--02-29", 'mdy', '--02-29'],
  ['14.03.', 'mdy', '--03-14'],
  ['14.3', 'dmy', '--03-14'],
  ['03-14', 'mdy', '--03-14'],
  ['14/03', 'dmy', '--03-14'],
  ['4/3', 'mdy', '--04-03'],
  ['1990-03-14', 'dmy', '1990-03-14'],
  ['14.03.1990', 'dmy', '1990-03-14'],
] as const)('reads the birthday %s with the order %s', (cell, order, date) => {
  expect(dateParsers.birth_date(cell, order)).toBe(date)
})

test.each(['--02-30', '30.02.', '31/13', '14/03/', '14-03.', '3', '03-14-', '--3-14'])(
  'does not read the birthday %s',
  (cell) => {
    expect(dateParsers.birth_date(cell, 'dmy')).toBeUndefined()
  },
)

test('only a birthday can be without its year', () => {
  for (const field of ['hire_date', 'away_from', 'away_until'] as const)
    expect(dateParsers[field]('--03-14', 'dmy')).toBeUndefined()
})

test('a day without a year proves the order of a column', () => {
  expect(['14/03', '03-14', '03/04', '14.03.'].map(detectDateOrder)).toEqual([
    'dmy',
    'mdy',
    undefined,
    undefined,
  ])
})
