import { afterAll, expect, test } from 'vitest'
import { formatDate, formatDateTime, formatMonth, formatTimeAgo, toLocalDay } from './format.ts'
import { changeLanguage } from './translate.ts'

// Files of one worker share the language.
afterAll(() => changeLanguage('en'))

test.each([
  ['en', 'Mar 31, 2026'],
  ['ru', '31 мар. 2026'],
  ['ua', '31 бер. 2026'],
] as const)('a date in %s does not end with a period', (language, expected) => {
  changeLanguage(language)
  expect(formatDate('2026-03-31T09:00:00.000Z', 'UTC').replaceAll('\u00a0', ' ')).toBe(expected)
})

test.each([
  ['ru', '31 мар. 2026, 09:00', 'март 2026'],
  ['ua', '31 бер. 2026, 09:00', 'бер. 2026'],
] as const)('times and months in %s have years like dates', (language, time, month) => {
  changeLanguage(language)
  const written = [formatDateTime('2026-03-31T09:00:00.000Z', 'UTC'), formatMonth('2026-03-31')]
  expect(written.map((one) => one.replaceAll('\u00a0', ' '))).toEqual([time, month])
})

test.each([
  ['2026-03-31T13:00:00Z', '5 hours ago'],
  ['2026-03-30T19:00:00Z', '23 hours ago'],
  ['2026-03-30T01:00:00Z', '2 days ago'],
  ['2026-03-30T07:30:00Z', 'yesterday'],
  ['2026-03-25T12:00:00Z', '6 days ago'],
  ['2026-03-24T12:00:00Z', 'Mar 24, 2026'],
])('%s is %s on the calendar of the team', (time, expected) => {
  changeLanguage('en')
  // 11:00 on 31 March; the day begins at 07:00 UTC.
  const now = Date.parse('2026-03-31T18:00:00Z')
  expect(formatTimeAgo(time, 'America/Los_Angeles', now)).toBe(expected)
})

test('24 hours of the day with the end of summer time are not today', () => {
  const now = Date.parse('2026-11-02T07:30:00Z')
  expect(formatTimeAgo('2026-11-01T07:00:00Z', 'America/Los_Angeles', now)).toBe('yesterday')
})
test('toLocalDay returns the date in the timezone of the team', () => {
  expect(toLocalDay(Date.parse('2026-11-20T23:00:00Z'), 'Pacific/Kiritimati')).toBe('2026-11-21')
  expect(toLocalDay(Date.parse('2026-11-21T03:00:00Z'), 'America/New_York')).toBe('2026-11-20')
})
