import { addDays } from '#web/lib/add-days.ts'

export type PeriodUnit = 'day' | 'week' | 'month'
/** Days of a chart that one bar covers: `first` and `last` are indexes of the chart's days. */
export type Period = { from: string; to: string; first: number; last: number; isPartial: boolean }

/** Six weeks of days, and more than a year of weeks, fit into one chart. */
const [daysMax, weekDaysMax] = [42, 400]

/** Returns the first and the last day of the week (from Monday) or month of a day. */
function boundsOf(day: string, unit: PeriodUnit): [first: string, last: string] {
  const date = new Date(day)
  if (unit === 'day') return [day, day]
  if (unit === 'week') {
    const monday = addDays(day, -((date.getUTCDay() + 6) % 7))
    return [monday, addDays(monday, 6)]
  }
  const nextMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1))
  return [`${day.slice(0, 8)}01`, addDays(nextMonth.toISOString().slice(0, 10), -1)]
}

/** Returns the length of a chart's bars, so that the bars stay wide enough. */
export function periodUnit(days: number, isAlwaysWeekly = false): PeriodUnit {
  if (days <= (isAlwaysWeekly ? 14 : daysMax)) return 'day'
  return days <= weekDaysMax ? 'week' : 'month'
}

/**
 * Splits consecutive days into periods. A period is partial if the days do not contain all of it,
 * or if today is not over.
 */
export function splitIntoPeriods(
  days: readonly string[],
  unit: PeriodUnit,
  today: string,
): Period[] {
  const periods: Period[] = []
  for (const [index, day] of days.entries()) {
    const current = periods.at(-1)
    const [first, last] = boundsOf(day, unit)
    if (current && current.from >= first) {
      current.last = index
      current.to = day
      current.isPartial = current.from > first || day < last || day >= today
    } else
      periods.push({
        from: day,
        to: day,
        first: index,
        last: index,
        isPartial: day > first || day < last || day >= today,
      })
  }
  return periods
}

/** Returns the sum of a period's daily numbers. */
export function sumPeriod(numbers: readonly number[], { first, last }: Period): number {
  return numbers.slice(first, last + 1).reduce((sum, value) => sum + value, 0)
}
