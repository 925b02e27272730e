import { toLocalDay } from './format.ts'

/** Returns the current date in a time zone, as 'YYYY-MM-DD'. */
export const todayInTimezone = (timezone: string): string => toLocalDay(Date.now(), timezone)

/** Returns the last day of a period, which ends with the first moment of the next day. */
export const findLastDay = (end: string, timezone: string): string =>
  toLocalDay(Date.parse(end) - 1, timezone)
