import type { DayRow } from './queries.ts'

type Schedule = Pick<DayRow, 'date' | 'yearly' | 'hour'>

/** Returns when a day is celebrated in a time zone. */
export const startOfPosts = (on: string, hour: number, timezone: string): Date =>
  new Date(
    Temporal.PlainDate.from(on).toZonedDateTime({
      timeZone: timezone,
      plainTime: new Temporal.PlainTime(hour),
    }).epochMilliseconds,
  )

export const yearOf = (day: string): number => Temporal.PlainDate.from(day).year

/**
 * Returns the next day and moment of a schedule after `at`, in a year after `lastYear`; null if there
 * is none. Without a leap day, 29 February is the 28th.
 */
export function findNext(
  { date, yearly, hour }: Schedule,
  timezone: string,
  { at, lastYear }: { at: Date; lastYear: number | null },
): { next_on: string; next_at: Date } | null {
  const first = Temporal.PlainDate.from(date)
  const now = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone)
  const free = (lastYear ?? first.year - 1) + 1
  const year = Math.max(first.year, free, now.year)
  const days = yearly ? [first.with({ year }), first.with({ year: year + 1 })] : [first]
  for (const day of days) {
    const next = {
      next_on: day.toString(),
      next_at: startOfPosts(day.toString(), hour, timezone),
    }
    if (day.year >= free && next.next_at > at) return next
  }
  return null
}
