import { limits } from '#contract/limits.ts'
import { countDays, type DayRange } from './report-period.ts'

/** The ranges that the dashboard offers and that end today, by their names there. */
const usualRangeNames = ['7d', '30d', '90d', 'month', 'quarter', 'year'] as const
export type UsualRangeName = (typeof usualRangeNames)[number]

/** Returns the days of a usual range. The dashboard shortens them to the longest range of a graph. */
function usualDays(name: UsualRangeName, today: string): DayRange {
  const to = Temporal.PlainDate.from(today)
  const month = to.with({ day: 1 })
  const from = {
    '7d': () => to.subtract({ days: 6 }),
    '30d': () => to.subtract({ days: 29 }),
    '90d': () => to.subtract({ days: 89 }),
    month: () => month,
    quarter: () => month.subtract({ months: (to.month - 1) % 3 }),
    year: () => month.with({ month: 1 }),
  }[name]()
  const days = { from: from.toString(), to: today, all: false }
  return countDays(days) <= limits.org_chart_days_max
    ? days
    : { ...days, from: to.subtract({ days: limits.org_chart_days_max - 1 }).toString() }
}

/** Returns the usual ranges that end on a day. */
export const listUsualRanges = (today: string): { name: UsualRangeName; days: DayRange }[] =>
  usualRangeNames.map((name) => ({ name, days: usualDays(name, today) }))

/** Returns the name of the usual range with these days, if any. */
export const findUsualRange = ({ from, to }: DayRange, today: string): UsualRangeName | undefined =>
  to === today ? usualRangeNames.find((name) => usualDays(name, today).from === from) : undefined

/** Returns whether stored days may answer for a range: both ends at most a day earlier. */
export const mayAnswerFor = (
  stored: Pick<DayRange, 'from' | 'to'>,
  { from, to }: Pick<DayRange, 'from' | 'to'>,
): boolean =>
  [
    [stored.from, from],
    [stored.to, to],
  ].every(([was, is]) => was !== undefined && is !== undefined && daysBetween(was, is) <= 1)

/** Returns the days from one day to another, infinite if it is earlier. */
const daysBetween = (from: string, to: string) =>
  from > to ? Infinity : countDays({ from, to }) - 1
