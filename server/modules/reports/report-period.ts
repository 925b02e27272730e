import { limits } from '#contract/limits.ts'
import type { LimitPeriod } from '#contract/schemas/settings.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { addDays, toLocalDay } from '#server/platform/periods.ts'

/**
 * Returns whole percent shares that total 100: floors, plus one for the largest remainders
 * (specification, section 5: value shares are adjusted so they total 100).
 */
export function percentShares(
  scores: readonly number[],
  total = scores.reduce((sum, score) => sum + score, 0),
): number[] {
  if (total <= 0) return scores.map(() => 0)
  const exact = scores.map((score) => (score * 100) / total)
  const whole = exact.map(Math.floor)
  const missing =
    Math.round(exact.reduce((sum, share) => sum + share, 0)) -
    whole.reduce((sum, share) => sum + share, 0)
  const order = exact
    .map((share, index) => ({ index, rest: share - Math.floor(share) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index)
  for (const { index } of order.slice(0, Math.max(missing, 0)))
    whole[index] = (whole[index] ?? 0) + 1
  return whole
}

export type ReportPeriod = LimitPeriod | 'year' | 'all'
/** Inclusive days in the workspace's time zone. `all` is all time, which the totals cover. */
export type DayRange = { from: string; to: string; all: boolean }
export type RangeQuery = {
  period?: ReportPeriod | undefined
  from?: string | undefined
  to?: string | undefined
}
/** Spans that end today: `recent` is the dashboard's default, `latest` is 365 days. */
export type Span = 'recent' | 'latest'
const yearDays = 365
const epochDay = '1970-01-01'
/** Reports compute the days around a range, and PostgreSQL reads years of four digits only. */
const latestDay = '9998-12-31'

/** Returns the number of days in a range. */
export const countDays = ({ from, to }: Pick<DayRange, 'from' | 'to'>): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days + 1

/** Returns the first day of the period that contains `day` (weeks start on Monday). */
function periodStart(day: string, period: Exclude<ReportPeriod, 'all'> | Span): string {
  const date = Temporal.PlainDate.from(day)
  const month = date.with({ day: 1 })
  return {
    day: () => date,
    latest: () => date.subtract({ days: yearDays - 1 }),
    recent: () => date.subtract({ days: limits.dashboard_days - 1 }),
    week: () => date.subtract({ days: date.dayOfWeek - 1 }),
    month: () => month,
    quarter: () => month.subtract({ months: (date.month - 1) % 3 }),
    year: () => month.with({ month: 1 }),
  }
    [period]()
    .toString()
}

/**
 * Returns the days of a report. A period contains `to` (default today) and ends there. Throws
 * `out_of_range` for a reversed range, for days before 1970 or after 9998, and for more than
 * `maxDays` days, so also for all time.
 */
export function resolveReportDays(
  query: RangeQuery,
  fallback: ReportPeriod | Span,
  timezone: string,
  at: Date,
  maxDays: number = limits.report_days_max,
): DayRange {
  const to = query.to ?? toLocalDay(at, timezone)
  const period = query.period ?? fallback
  const from = query.from ?? (period === 'all' ? epochDay : periodStart(to, period))
  const days = { from, to, all: false }
  if (from < epochDay || to > latestDay)
    throwRefusal('out_of_range', {
      field: from < epochDay && query.from !== undefined ? 'from' : 'to',
      params: { start: epochDay, finish: latestDay },
    })
  if (from > to || countDays(days) > maxDays)
    throwRefusal('out_of_range', {
      field: 'to',
      params: { start: from, finish: addDays(from, maxDays - 1) },
    })
  return days
}

/** Returns the days of a report that the totals cover: all time is valid. */
export function resolveLeaderboardDays(
  query: RangeQuery,
  fallback: ReportPeriod | Span,
  timezone: string,
  at: Date,
): DayRange {
  const all = query.period === 'all' && query.from === undefined && query.to === undefined
  return all
    ? { from: epochDay, to: toLocalDay(at, timezone), all }
    : resolveReportDays(query, fallback, timezone, at)
}

/** Returns the range of equal length right before a range. */
export const precedingDays = ({ from, to, all }: DayRange): DayRange => ({
  from: addDays(from, -countDays({ from, to })),
  to: addDays(from, -1),
  all,
})

/** Returns every day of a range, in order. */
export function listDays({ from, to }: Pick<DayRange, 'from' | 'to'>): string[] {
  return Array.from({ length: Math.max(countDays({ from, to }), 0) }, (_, index) =>
    addDays(from, index),
  )
}
