import { expect, test } from 'vitest'
import { periodUnit, splitIntoPeriods, sumPeriod } from './periods.ts'

const daysFrom = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10),
  )

test('bars are days up to six weeks, weeks up to a year, then months', () => {
  expect([1, 42, 43, 366, 401].map((days) => periodUnit(days))).toEqual([
    'day',
    'day',
    'week',
    'week',
    'month',
  ])
  expect([14, 15].map((days) => periodUnit(days, true))).toEqual(['day', 'week'])
})

test('only today is a partial day', () => {
  const periods = splitIntoPeriods(daysFrom('2026-06-10', 6), 'day', '2026-06-15')
  expect(periods.map(({ isPartial }) => isPartial)).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
  ])
})

test('weeks start on Monday, and cut weeks are partial', () => {
  const periods = splitIntoPeriods(daysFrom('2026-06-05', 14), 'week', '2026-06-18')
  expect(periods).toEqual([
    { from: '2026-06-05', to: '2026-06-07', first: 0, last: 2, isPartial: true },
    { from: '2026-06-08', to: '2026-06-14', first: 3, last: 9, isPartial: false },
    { from: '2026-06-15', to: '2026-06-18', first: 10, last: 13, isPartial: true },
  ])
  const numbers = [9, 9, 9, 1, 2, 3, 4, 5, 6, 7, 9, 9, 9, 9]
  expect(periods.map((period) => sumPeriod(numbers, period))).toEqual([27, 28, 36])
})

test('a full week that ends today is partial until the end of today', () => {
  const ends = (today: string) =>
    splitIntoPeriods(daysFrom('2026-06-08', 7), 'week', today).map(({ isPartial }) => isPartial)
  expect([ends('2026-06-14'), ends('2026-06-15')]).toEqual([[true], [false]])
})

test('months have different lengths', () => {
  const periods = splitIntoPeriods(daysFrom('2024-01-01', 91), 'month', '2026-06-18')
  expect(periods.map(({ first, last, isPartial }) => [first, last, isPartial])).toEqual([
    [0, 30, false],
    [31, 59, false],
    [60, 90, false],
  ])
})
