import { expect, test } from 'vitest'
import { dayOf, periodOf } from './periods.ts'

const iso = (period: { start: Date; end: Date }) => [period.start.toISOString(), period.end.toISOString()]

test('a month is the workspace’s month, not the server’s', () => {
  const at = new Date('2026-03-01T03:00:00Z')
  expect(iso(periodOf(at, 'month', 'America/New_York'))).toEqual(['2026-02-01T05:00:00.000Z', '2026-03-01T05:00:00.000Z'])
  expect(iso(periodOf(at, 'month', 'UTC'))).toEqual(['2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'])
  expect(dayOf(at, 'America/New_York')).toBe('2026-02-28')
})

test('a day of 23 hours and one of 25 start and end at local midnight', () => {
  expect(iso(periodOf(new Date('2026-03-29T12:00:00Z'), 'day', 'Europe/Berlin'))).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
  expect(iso(periodOf(new Date('2026-10-25T12:00:00Z'), 'day', 'Europe/Berlin'))).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'])
})

test('weeks start on Monday and quarters in January, April, July, October', () => {
  expect(iso(periodOf(new Date('2026-11-22T23:59:59Z'), 'week', 'UTC'))[0]).toBe('2026-11-16T00:00:00.000Z')
  expect(iso(periodOf(new Date('2026-11-23T00:00:00Z'), 'week', 'UTC'))[0]).toBe('2026-11-23T00:00:00.000Z')
  expect(iso(periodOf(new Date('2026-12-31T12:00:00Z'), 'quarter', 'UTC'))).toEqual(['2026-10-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'])
})

test('where midnight does not exist the day starts at one', () => {
  expect(iso(periodOf(new Date('2026-09-06T12:00:00Z'), 'day', 'America/Santiago'))[0]).toBe('2026-09-06T04:00:00.000Z')
})
