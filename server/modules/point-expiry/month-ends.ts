import { addDays, lastOfMonth } from '#server/platform/periods.ts'

/** Days before the end of a month on which people are warned, and the expiry itself. */
const expirySteps = [90, 30, 7, 0] as const
export type ExpiryStep = (typeof expirySteps)[number]

/** Returns the first end of a month that is far enough for all warnings. */
export const findFirstExpiry = (today: string): string =>
  lastOfMonth(addDays(today, expirySteps[0]))

/**
 * Returns the first day whose points are too young to expire at the end of a month: points received
 * in the month `months` before it, or earlier, expire.
 */
export const findYoungDay = (monthEnd: string, months: number): string =>
  addDays(lastOfMonth(Temporal.PlainDate.from(monthEnd).subtract({ months }).toString()), 1)

/**
 * Returns the steps that are due on a day for the ends of months from `firstDay` on: the warning of
 * each end within 90 days, and the expiry of each end that has passed. Ends more than a month ago are
 * handled by the newer ones, because expiry takes all points that are old enough.
 */
export function listDueSteps(
  today: string,
  firstDay: string,
): { monthEnd: string; step: ExpiryStep }[] {
  const due: { monthEnd: string; step: ExpiryStep }[] = []
  const lastMonth = lastOfMonth(Temporal.PlainDate.from(today).subtract({ months: 1 }).toString())
  const ends = [lastMonth]
  while ((ends.at(-1) ?? today) <= addDays(today, expirySteps[0]))
    ends.push(lastOfMonth(addDays(ends.at(-1) ?? today, 1)))
  for (const monthEnd of ends) {
    if (monthEnd < firstDay) continue
    if (monthEnd < today) due.push({ monthEnd, step: 0 })
    else {
      const step = expirySteps.findLast((days) => days > 0 && addDays(monthEnd, -days) <= today)
      if (step) due.push({ monthEnd, step })
    }
  }
  return due
}
