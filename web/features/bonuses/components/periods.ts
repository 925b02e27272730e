const monthsOf = { month: 1, quarter: 3, year: 12 } as const
export type PeriodName = keyof typeof monthsOf
export const periodNames = Object.keys(monthsOf) as PeriodName[]

/** Returns the day that begins a month; months outside of 0 to 11 belong to other years. */
const toDay = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** Returns the first and the last day of the last full month, quarter or year before a day. */
export function findPeriod(name: PeriodName, today: string): { from: string; to: string } {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const months = monthsOf[name]
  const start = Math.floor((month - 1) / months) * months
  return { from: toDay(year, start - months, 1), to: toDay(year, start, 0) }
}
