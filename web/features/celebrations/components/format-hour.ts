import { formatTimeOfDay } from '#web/lib/format.ts'

/** Formats an hour of the day, 0 to 23: '9:00 AM', '9:00'. */
export const formatHour = (hour: number): string =>
  formatTimeOfDay(new Date(Date.UTC(2026, 0, 1, hour)), 'UTC')
