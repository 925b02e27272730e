import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LimitPeriod } from '#contract/schemas/settings.ts'
import { toLocalDay, findPeriod } from './periods.ts'

const iso = (period: { start: Date; end: Date }) => [
  period.start.toISOString(),
  period.end.toISOString(),
]

test('computes a month in the time zone of the workspace', () => {
  const at = new Date('2026-03-01T03:00:00Z')
  expect(iso(findPeriod(at, 'month', 'America/New_York'))).toEqual([
    '2026-02-01T05:00:00.000Z',
    '2026-03-01T05:00:00.000Z',
  ])
  expect(iso(findPeriod(at, 'month', 'UTC'))).toEqual([
    '2026-03-01T00:00:00.000Z',
    '2026-04-01T00:00:00.000Z',
  ])
  expect(toLocalDay(at, 'America/New_York')).toBe('2026-02-28')
})

test('starts days of 23 and 25 hours at local midnight', () => {
  expect(iso(findPeriod(new Date('2026-03-29T12:00:00Z'), 'day', 'Europe/Berlin'))).toEqual([
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ])
  expect(iso(findPeriod(new Date('2026-10-25T12:00:00Z'), 'day', 'Europe/Berlin'))).toEqual([
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ])
})

test('starts weeks on Monday and quarters in January, April, July, October', () => {
  expect(iso(findPeriod(new Date('2026-11-22T23:59:59Z'), 'week', 'UTC'))[0]).toBe(
    '2026-11-16T00:00:00.000Z',
  )
  expect(iso(findPeriod(new Date('2026-11-23T00:00:00Z'), 'week', 'UTC'))[0]).toBe(
    '2026-11-23T00:00:00.000Z',
  )
  expect(iso(findPeriod(new Date('2026-12-31T12:00:00Z'), 'quarter', 'UTC'))).toEqual([
    '2026-10-01T00:00:00.000Z',
    '2027-01-01T00:00:00.000Z',
  ])
})

test('starts a day at one where midnight does not exist', () => {
  expect(iso(findPeriod(new Date('2026-09-06T12:00:00Z'), 'day', 'America/Santiago'))[0]).toBe(
    '2026-09-06T04:00:00.000Z',
  )
})

const zones = Intl.supportedValuesOf('timeZone')
const kind = fc.constantFrom<LimitPeriod>('day', 'week', 'month', 'quarter')
const moment = fc.date({
  min: new Date('2012-01-01T00:00:00Z'),
  max: new Date('2046-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const hour = 3_600_000
/** Returns the calendar day of a time by Intl, a source independent of the tested code. */
const formats = new Map<string, Intl.DateTimeFormat>()
function localDay(at: Date, zone: string): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv', { timeZone: zone })
  formats.set(zone, format)
  return format.format(at)
}

/**
 * Asserts the invariants of every time: its period contains it, adjoins its neighbors, and starts
 * with a local day.
 */
function holds(at: Date, period: LimitPeriod, zone: string): void {
  const { start, end, first } = findPeriod(at, period, zone)
  const where = `${at.toISOString()} ${period} ${zone}`
  expect(start <= at && at < end, where).toBe(true)
  const [before, last] = [new Date(start.getTime() - 1), new Date(end.getTime() - 1)]
  expect(findPeriod(end, period, zone).start, where).toEqual(end)
  expect(findPeriod(before, period, zone).end, where).toEqual(start)
  expect(findPeriod(last, period, zone), where).toEqual({ start, end, first })
  expect(localDay(start, zone), where).toBe(first)
  expect(localDay(before, zone) < first && localDay(last, zone) < localDay(end, zone), where).toBe(
    true,
  )
  const [year, month, day] = first.split('-').map(Number) as [number, number, number]
  if (period === 'week') expect(new Date(Date.UTC(year, month - 1, day)).getUTCDay(), where).toBe(1)
  if (period === 'month' || period === 'quarter') expect(day, where).toBe(1)
  if (period === 'quarter') expect(month % 3, where).toBe(1)
}

test('assigns every moment of every zone to one period without gaps', () => {
  fc.assert(fc.property(moment, kind, fc.constantFrom(...zones), holds), { numRuns: 2_000 })
})

/** Returns the daylight saving changes of a zone in a year, each as the first moment after it. */
function turns(zone: string, year: number): Date[] {
  const found: Date[] = []
  let moment = Temporal.Instant.from(`${year}-01-01T00:00:00Z`).toZonedDateTimeISO(zone)
  for (
    let next = moment.getTimeZoneTransition('next');
    next && next.year <= year;
    next = moment.getTimeZoneTransition('next')
  ) {
    found.push(new Date(next.epochMilliseconds))
    moment = next
  }
  return found
}

test('handles every daylight saving change of this decade and month ends', () => {
  let seen = 0
  for (const zone of zones) {
    const year = 2024 + (seen % 8)
    const ends = [new Date(Date.UTC(year, 2, 1)), new Date(Date.UTC(year + 1, 0, 1))]
    for (const turn of [...turns(zone, year), ...ends]) {
      seen += 1
      for (const ms of [-13 * hour, -1, 0, 1, hour - 1, 11 * hour])
        for (const period of ['day', 'month'] as const)
          holds(new Date(turn.getTime() + ms), period, zone)
    }
  }
  expect(seen).toBeGreaterThan(1_000)
})
