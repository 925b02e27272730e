import type { LimitPeriod } from '#contract/schemas/settings.ts'

/** From `start` to before `end`; `first` is its first day, 'YYYY-MM-DD'. */
type Period = { start: Date; end: Date; first: string }

const toDate = (moment: Temporal.ZonedDateTime) => new Date(moment.epochMilliseconds)

/**
 * Calendar arithmetic is asked for with every request and changes at midnight: the last answers are
 * kept, a few hundred of them, each for as long as it holds.
 */
const periodCache = new Map<string, Period>()
const periodCacheMax = 500

/**
 * The limit period that `at` lies in, in the workspace's time zone (weeks start on Monday). `end`
 * is when the allowance renews.
 */
export function findPeriod(at: Date, period: LimitPeriod, timezone: string): Period {
  const key = `${period} ${timezone}`
  const known = periodCache.get(key)
  if (known && known.start <= at && at < known.end) return known
  if (periodCache.size >= periodCacheMax) periodCache.clear()
  const made = computePeriod(at, period, timezone)
  periodCache.set(key, made)
  return made
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

/** The workspace's calendar day of `at`, 'YYYY-MM-DD': the key of daily rollups. */
export const toLocalDay = (at: Date, timezone: string): string =>
  findPeriod(at, 'day', timezone).first
