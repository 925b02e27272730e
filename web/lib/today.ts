/** Returns the current date in a time zone, as 'YYYY-MM-DD'. */
export function todayInTimezone(timezone: string, at = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at)
}
