import type { LimitPeriod } from '#contract/settings.ts'

export type Period = { start: Date; end: Date }

const zoned = (at: Date, timezone: string) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone)
const toDate = (moment: Temporal.ZonedDateTime) => new Date(moment.epochMilliseconds)

/** The limit period that `at` lies in, in the workspace's time zone (weeks start on Monday). `end` is when the allowance renews. */
export function periodOf(at: Date, period: LimitPeriod, timezone: string): Period {
  const today = zoned(at, timezone).startOfDay()
  const first = today.with({ day: 1 })
  const start = {
    day: () => today,
    week: () => today.subtract({ days: today.dayOfWeek - 1 }),
    month: () => first,
    quarter: () => first.subtract({ months: (today.month - 1) % 3 }),
  }[period]()
  const step = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 }, quarter: { months: 3 } }[period]
  // Adding to a local start of day stays on local starts of day across daylight saving.
  return { start: toDate(start.startOfDay()), end: toDate(start.add(step).startOfDay()) }
}

/** The workspace's calendar day of `at`, 'YYYY-MM-DD': the key of daily rollups. */
export function dayOf(at: Date, timezone: string): string {
  return zoned(at, timezone).toPlainDate().toString()
}
