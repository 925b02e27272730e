import { LRUCache } from 'lru-cache'
import type { LimitPeriod } from '#contract/schemas/settings.ts'
import { throwRefusal } from '#server/platform/errors.ts'

/** A period from `start` to before `end`; `first` is its first day, 'YYYY-MM-DD'. */
type Period = { start: Date; end: Date; first: string }

const toDate = (moment: Temporal.ZonedDateTime) => new Date(moment.epochMilliseconds)

/**
 * Every request needs these calendar calculations, and their results change at midnight only, so
 * the last few hundred are cached.
 */
const periodCache = new LRUCache<string, Period>({ max: 500 })

/**
 * Returns the period that contains `at`, in the time zone of the workspace (weeks start on
 * Monday). The allowance renews at `end`.
 */
export function findPeriod(at: Date, period: LimitPeriod | 'year', timezone: string): Period {
  const key = `${period} ${timezone}`
  const cached = periodCache.get(key)
  if (cached && cached.start <= at && at < cached.end) return cached
  const computed = computePeriod(at, period, timezone)
  periodCache.set(key, computed)
  return computed
}
function computePeriod(at: Date, period: LimitPeriod | 'year', timezone: string): Period {
  const today = Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timezone)
    .startOfDay()
  const first = today.with({ day: 1 })
  const start = {
    day: () => today,
    week: () => today.subtract({ days: today.dayOfWeek - 1 }),
    month: () => first,
    quarter: () => first.subtract({ months: (today.month - 1) % 3 }),
    year: () => first.with({ month: 1 }),
  }[period]()
  const step = {
    day: { days: 1 },
    week: { weeks: 1 },
    month: { months: 1 },
    quarter: { months: 3 },
    year: { years: 1 },
  }[period]
  // Adding to a local start of day stays on local starts of day across daylight saving.
  return {
    start: toDate(start.startOfDay()),
    end: toDate(start.add(step).startOfDay()),
    first: start.toPlainDate().toString(),
  }
}

/** Returns the workspace's calendar day of `at`, 'YYYY-MM-DD': the key of daily rollups. */
export const toLocalDay = (at: Date, timezone: string): string =>
  findPeriod(at, 'day', timezone).first

/** Returns the day (YYYY-MM-DD) that many days later, or earlier for a negative number. */
export const addDays = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString()
/** Returns the first day of the month of a day. */
export const firstOfMonth = (day: string): string =>
  Temporal.PlainDate.from(day).with({ day: 1 }).toString()

/** Returns the last day of the month of a day. */
export function lastOfMonth(day: string): string {
  const date = Temporal.PlainDate.from(day)
  return date.with({ day: date.daysInMonth }).toString()
}
/** Returns the UTC date of a time, as 'YYYY-MM-DD'. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10)

/** Returns the first moment of a day ('YYYY-MM-DD') in a time zone, `offset` days later. */
export const startOfDay = (day: string, timezone: string, offset = 0): Date =>
  toDate(Temporal.PlainDate.from(day).add({ days: offset }).toZonedDateTime(timezone))

const firstDay = '0001-01-01'
/**
 * Returns the days of an export, both included: `days` days up to `to` (default today), unless
 * `from` is given. Throws `out_of_range` for a reversed range.
 */
export function resolveExportDays(
  query: { from?: string | undefined; to?: string | undefined; days: number },
  timezone: string,
  at: Date,
): { from: string; to: string } {
  const to = query.to ?? toLocalDay(at, timezone)
  const from =
    query.from ??
    Temporal.PlainDate.from(to)
      .subtract({ days: query.days - 1 })
      .toString()
  if (from > to) throwRefusal('out_of_range', { field: 'to', params: { start: from, finish: to } })
  // PostgreSQL has no year 0.
  return { from: from < firstDay ? firstDay : from, to }
}
