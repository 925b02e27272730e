/** Making a formatter takes longer than using it some hundred times. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns the date of a time in a time zone, as 'YYYY-MM-DD'. */
export function toLocalDay(at: number, timezone: string): string {
  let formatter = formatters.get(timezone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    formatters.set(timezone, formatter)
  }
  return formatter.format(at)
}

/** Returns the current date in a time zone, as 'YYYY-MM-DD'. */
export const todayInTimezone = (timezone: string): string => toLocalDay(Date.now(), timezone)

/** Returns the last day of a period, which ends with the first moment of the next day. */
export const findLastDay = (end: string, timezone: string): string =>
  toLocalDay(Date.parse(end) - 1, timezone)
