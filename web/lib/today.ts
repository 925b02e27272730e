/** Returns the current date in a time zone, as 'YYYY-MM-DD'. */
export function todayInTimezone(timezone: string, at = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at)
}

/** Returns the last day of a period, which ends with the first moment of the next day. */
export const findLastDay = (end: string, timezone: string): string =>
  todayInTimezone(timezone, new Date(Date.parse(end) - 1))
