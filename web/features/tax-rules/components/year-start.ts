import { formatMonthDay } from '#web/lib/format.ts'
import { currentLanguageTag } from '#web/lib/i18n.ts'

/** A leap year, in which every day without a year exists. */
const leapYear = 2000
const pad = (part: number) => String(part).padStart(2, '0')

export const isFirstOfYear = (monthDay: string) => monthDay === '--01-01'

/** Returns a day without a year in the reader's language: '--04-06' is 'Apr 6'. */
export const formatYearStart = (monthDay: string): string =>
  formatMonthDay(`${leapYear}-${monthDay.slice(2)}`)

/** Returns the month and the day of '--MM-DD'. */
export const readMonthDay = (monthDay: string): { month: number; day: number } => ({
  month: Number(monthDay.slice(2, 4)),
  day: Number(monthDay.slice(5)),
})

export const daysOfMonth = (month: number): number =>
  new Date(Date.UTC(leapYear, month, 0)).getUTCDate()

/** Returns '--MM-DD'. A day after the end of the month becomes its last day. */
export const toMonthDay = (month: number, day: number): string =>
  `--${pad(month)}-${pad(Math.min(day, daysOfMonth(month)))}`

/** Returns the months with their names in the reader's language. */
export function listMonths(): { value: string; label: string }[] {
  const format = new Intl.DateTimeFormat(currentLanguageTag(), { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1),
    label: format.format(Date.UTC(leapYear, index, 1)),
  }))
}
