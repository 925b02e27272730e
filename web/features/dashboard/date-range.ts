import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { addDays } from '#web/lib/add-days.ts'

export const rangeNames = ['7d', '30d', '90d', 'month', 'quarter', 'year', 'own'] as const
type RangeName = (typeof rangeNames)[number]
/** Dates as 'YYYY-MM-DD', both included, and the group whose people have the figures. */
export type DateRange = { name: RangeName; from: string; to: string; group?: string | undefined }
export type RangeSearch = {
  range?: string | undefined
  from?: string | undefined
  to?: string | undefined
  group?: string | undefined
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const defaultRange: RangeName = '30d'
/** Returns every day of a range, in order. */
export const listDays = (from: string, to: string) =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
const isIsoDate = (text: string | undefined): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') &&
  !Number.isNaN(Date.parse(text ?? '')) &&
  new Date(text ?? '').toISOString().startsWith(text ?? '')

/** Returns why two dates are not a valid range; undefined for a valid range. */
export function rangeProblem(
  from: string,
  to: string,
  today: string,
): 'dates' | 'order' | 'long' | undefined {
  if (!isIsoDate(from) || !isIsoDate(to)) return 'dates'
  if (from > to || to > today) return 'order'
  return daysBetween(from, to) >= limits.report_days_max ? 'long' : undefined
}

/** Returns the days in the address; the last 30 days for a missing or invalid range. */
function parseDays({ range, from, to }: RangeSearch, today: string): DateRange {
  const name = rangeNames.find((rangeName) => rangeName === range) ?? defaultRange
  if (name === 'own')
    return from !== undefined && to !== undefined && !rangeProblem(from, to, today)
      ? { name, from, to }
      : { ...parseDays({}, today), name }
  if (name === 'month') return { name, from: `${today.slice(0, 8)}01`, to: today }
  if (name === 'year') return { name, from: `${today.slice(0, 5)}01-01`, to: today }
  if (name === 'quarter')
    return {
      name,
      from: `${today.slice(0, 5)}${String(Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`,
      to: today,
    }
  return { name, from: addDays(today, 1 - Number.parseInt(name, 10)), to: today }
}

/** Returns the days and the group in the address. An invalid group counts as none. */
export const parseRange = (search: RangeSearch, today: string): DateRange => ({
  ...parseDays(search, today),
  group: search.group !== undefined && uuidPattern.test(search.group) ? search.group : undefined,
})

/**
 * Returns the range of the active users: the calendar month by default, because an active user has
 * activity within a calendar month (specification, section 9).
 */
export const parseActiveUsersRange = (search: RangeSearch, today: string): DateRange =>
  parseRange(
    rangeNames.some((rangeName) => rangeName === search.range)
      ? search
      : { range: 'month', group: search.group },
    today,
  )

/** Returns the address parameters: the name of a range, the dates of a custom one, and the group. */
export const rangeToSearch = ({ name, from, to, group }: DateRange): RangeSearch => ({
  range: name,
  from: name === 'own' ? from : undefined,
  to: name === 'own' ? to : undefined,
  group,
})

/** Returns the range of the same length that ends the day before. */
export function previousRange({ from, to }: { from: string; to: string }): {
  from: string
  to: string
} {
  const days = daysBetween(from, to) + 1
  return { from: addDays(from, -days), to: addDays(from, -1) }
}

/** Returns the end of the range, limited to the days that reports over single posts cover. */
export const clampToOrgChartRange = (range: DateRange): DateRange => ({
  ...range,
  from:
    daysBetween(range.from, range.to) < limits.org_chart_days_max
      ? range.from
      : addDays(range.to, 1 - limits.org_chart_days_max),
})

/** The change of a figure: in percent of the previous value, or as a difference for shares. */
export type StatisticChange = { kind: 'same' | 'new' } | { kind: 'up' | 'down'; by: number }
export function calculateChange(now: number, before: number, isShare: boolean): StatisticChange {
  if (now === before) return { kind: 'same' }
  if (before === 0 && !isShare) return { kind: 'new' }
  const by = Math.round(isShare ? Math.abs(now - before) : (Math.abs(now - before) * 100) / before)
  return by === 0 ? { kind: 'same' } : { kind: now > before ? 'up' : 'down', by }
}
