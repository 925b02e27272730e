import { dayMs } from '#contract/durations.ts'

/** Returns the day ('YYYY-MM-DD') a number of days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
