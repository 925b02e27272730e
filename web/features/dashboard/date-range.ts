import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'

export const rangeNames = ['7d', '30d', '90d', 'month', 'quarter', 'year', 'own'] as const
export type RangeName = (typeof rangeNames)[number]
/** Days as 'YYYY-MM-DD', both included. */
export type DateRange = { name: RangeName; from: string; to: string }
export type RangeSearch = {
  range?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const defaultRange: RangeName = '30d'
const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
const isIsoDate = (word: string | undefined): word is string =>
  /^\d{4}-\d\d-\d\d$/.test(word ?? '') &&
  !Number.isNaN(Date.parse(word ?? '')) &&
  new Date(word ?? '').toISOString().startsWith(word ?? '')

/** What day it is for the team. */
export function todayInTimezone(timezone: string, at = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at)
}

/** Why these days are no range; undefined when they are one. */
export function rangeProblem(
  from: string,
  to: string,
  today: string,
): 'dates' | 'order' | 'long' | undefined {
  if (!isIsoDate(from) || !isIsoDate(to)) return 'dates'
  if (from > to || to > today) return 'order'
  return daysBetween(from, to) > limits.report_days_max ? 'long' : undefined
}

/**
 * The days that the address asks for: the last 30 where it says nothing, or nothing that makes
 * sense.
 */
export function parseRange({ range, from, to }: RangeSearch, today: string): DateRange {
  const name = rangeNames.find((one) => one === range) ?? defaultRange
  if (name === 'own')
    return from !== undefined && to !== undefined && !rangeProblem(from, to, today)
      ? { name, from, to }
      : { ...parseRange({}, today), name }
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

/**
 * The days that the active users are counted in: the calendar month until another range is chosen,
 * as an active user is one with activity within a calendar month (specification, section 9).
 */
export const parseActiveUsersRange = (search: RangeSearch, today: string): DateRange =>
  parseRange(rangeNames.some((one) => one === search.range) ? search : { range: 'month' }, today)

/**
 * What stands in the address for a range that was chosen: its name, and the days for those of one's
 * own.
 */
export const rangeToSearch = ({ name, from, to }: DateRange): RangeSearch => ({
  range: name,
  from: name === 'own' ? from : undefined,
  to: name === 'own' ? to : undefined,
})

/** As many days, just before. */
export function previousRange({ from, to }: { from: string; to: string }): {
  from: string
  to: string
} {
  const days = daysBetween(from, to) + 1
  return { from: addDays(from, -days), to: addDays(from, -1) }
}

/**
 * The last of these days, where what is shown is counted post by post and goes back so far at most.
 */
export const clampToOrgChartRange = (range: DateRange): DateRange => ({
  ...range,
  from:
    daysBetween(range.from, range.to) < limits.org_chart_days_max
      ? range.from
      : addDays(range.to, 1 - limits.org_chart_days_max),
})

/**
 * How a figure has changed: in per cent of what it was before, or by so much where it is a share
 * itself.
 */
export type StatisticChange = { kind: 'same' | 'new' } | { kind: 'up' | 'down'; by: number }
export function calculateChange(now: number, was: number, share: boolean): StatisticChange {
  if (now === was) return { kind: 'same' }
  if (was === 0 && !share) return { kind: 'new' }
  const by = Math.round(share ? Math.abs(now - was) : (Math.abs(now - was) * 100) / was)
  return by === 0 ? { kind: 'same' } : { kind: now > was ? 'up' : 'down', by }
}
