import { LRUCache } from 'lru-cache'
import type { LimitPeriod } from '#contract/schemas/settings.ts'

/** A period from `start` to before `end`; `first` is its first day, 'YYYY-MM-DD'. */
type Period = { start: Date; end: Date; first: string }

const toDate = (moment: Temporal.ZonedDateTime) => new Date(moment.epochMilliseconds)

/**
 * Every request needs these calendar calculations, and their results change at midnight only, so
 * the last few hundred are cached.
 */
const periodCache = new LRUCache<string, Period>({ max: 500 })

/**
 * Returns the limit period that contains `at`, in the time zone of the workspace (weeks start on
 * Monday). The allowance renews at `end`.
 */
export function findPeriod(at: Date, period: LimitPeriod, timezone: string): Period {
  const key = `${period} ${timezone}`
  const cached = periodCache.get(key)
  if (cached && cached.start <= at && at < cached.end) return cached
  const computed = computePeriod(at, period, timezone)
  periodCache.set(key, computed)
  return computed
}
function computePeriod(at: Date, period: LimitPeriod, timezone: string): Period {
  const today = Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timezone)
    .startOfDay()
  const first = today.with({ day: 1 })
  const start = {
    day: () => today,
    week: () => today.subtract({ days: today.dayOfWeek - 1 }),
    month: () => first,
    quarter: () => first.subtract({ months: (today.month - 1) % 3 }),
  }[period]()
  const step = {
    day: { days: 1 },
    week: { weeks: 1 },
    month: { months: 1 },
    quarter: { months: 3 },
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

/** Returns the UTC date of a time, as 'YYYY-MM-DD'. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10)
