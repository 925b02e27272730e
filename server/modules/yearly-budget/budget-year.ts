import { addDays } from '#server/platform/periods.ts'

/** The first and the last day of a year of a budget. */
export type BudgetYear = { starts_on: string; ends_on: string }

/**
 * Returns the year of a budget that contains a day, or undefined before the first one. Each year
 * begins on the month and day of the first one, or on 28 February instead of 29 February.
 */
export function findBudgetYear(firstDay: string, day: string): BudgetYear | undefined {
  const first = Temporal.PlainDate.from(firstDay)
  const startOf = (n: number) => first.add({ years: n }).toString()
  const sameYear = Temporal.PlainDate.from(day).year - first.year
  const n = startOf(sameYear) <= day ? sameYear : sameYear - 1
  return n < 0 ? undefined : { starts_on: startOf(n), ends_on: addDays(startOf(n + 1), -1) }
}

/** Returns the number of days from one day to a later one. */
export const countDays = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days
