import { toMajorUnits } from '#contract/money.ts'
import { currentLanguageTag } from './i18n.ts'

const formatters = new Map<
  string,
  Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat
>()
function cachedFormatter<
  T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat,
>(name: string, create: (tag: string) => T): T {
  const key = `${currentLanguageTag()} ${name}`
  let formatter = formatters.get(key) as T | undefined
  if (!formatter) formatters.set(key, (formatter = create(currentLanguageTag())))
  return formatter
}

export const formatNumber = (value: number) =>
  cachedFormatter('number', (tag) => new Intl.NumberFormat(tag)).format(value)
/** Formats a number for the axis of a chart: '500,000', from a million on '2.5M'. */
export const formatTick = (value: number) =>
  value < 1_000_000
    ? formatNumber(value)
    : cachedFormatter('tick', (tag) => new Intl.NumberFormat(tag, { notation: 'compact' })).format(
        value,
      )
/** Formats a number with its sign: '+10', '−3'. */
export const formatSigned = (value: number) =>
  cachedFormatter(
    'signed',
    (tag) => new Intl.NumberFormat(tag, { signDisplay: 'exceptZero' }),
  ).format(value)

/** Formats an amount in the smallest unit of its currency: '$27.50'. `short` drops '.00'. */
export const formatMoney = (cents: number, currency: string, short = false) =>
  cachedFormatter(
    `money ${currency} ${short}`,
    (tag) =>
      new Intl.NumberFormat(tag, {
        style: 'currency',
        currency,
        ...(short ? { trailingZeroDisplay: 'stripIfInteger' as const } : {}),
      }),
  ).format(toMajorUnits(cents, currency))
/** Formats a share as a percentage: 0.1 is '10%'. */
export const formatPercent = (share: number) =>
  cachedFormatter('percent', (tag) => new Intl.NumberFormat(tag, { style: 'percent' })).format(
    share,
  )
/** Formats the size of a file in megabytes: '0.1 MB', '1,250 MB'. */
export const formatFileSize = (bytes: number): string =>
  cachedFormatter(
    `file size ${bytes < 10_000_000}`,
    (tag) =>
      new Intl.NumberFormat(tag, {
        style: 'unit',
        unit: 'megabyte',
        maximumFractionDigits: bytes < 10_000_000 ? 1 : 0,
      }),
  ).format(Math.max(bytes / 1_000_000, 0.1))
/** Joins names of alternatives: 'Portugal or Germany'. */
export const formatChoice = (names: readonly string[]): string =>
  new Intl.ListFormat(currentLanguageTag(), { type: 'disjunction' }).format(names)
/** Joins names: 'Portugal and Germany'. */
export const formatList = (names: readonly string[]): string =>
  new Intl.ListFormat(currentLanguageTag(), { type: 'conjunction' }).format(names)
/** Returns countries by name in the reader's language, sorted. `codes` are ISO 3166 codes. */
export function listCountriesByCode(codes: string[]): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(currentLanguageTag(), { type: 'region' })
  return codes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, currentLanguageTag()))
}

/**
 * Removes the word for year of Russian and Ukrainian, whose period would end a sentence twice. No
 * format keeps it, so that dates of one page look alike.
 */
const withoutYearWord = (date: string) => date.replace(/\s[гр]\.(?=,|$)/, '')
/** Formats a date in the workspace's time zone. */
export function formatDate(time: string, timezone: string): string {
  return withoutYearWord(
    cachedFormatter(
      `date ${timezone}`,
      (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: timezone }),
    ).format(new Date(time)),
  )
}
/** Formats a day without its year: '24 December'. `day` is 'YYYY-MM-DD'. */
export function formatMonthDay(day: string): string {
  return cachedFormatter(
    'month day',
    (tag) => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  ).format(new Date(day))
}
/** Formats the month of a day: 'Dec 2026'. `day` is 'YYYY-MM-DD'. */
export function formatMonth(day: string): string {
  return withoutYearWord(
    cachedFormatter(
      'month',
      (tag) => new Intl.DateTimeFormat(tag, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
    ).format(new Date(day)),
  )
}
/** Formats a day that has no time zone. `day` is 'YYYY-MM-DD'. */
export const formatDay = (day: string) => formatDate(day, 'UTC')
/** Formats a future day: '24 Dec', with the year only when it differs from the current year. */
export const formatDeadline = (day: string) =>
  day.startsWith(String(new Date().getFullYear())) ? formatMonthDay(day) : formatDay(day)
export function formatDateTime(time: string, timezone: string): string {
  return withoutYearWord(
    cachedFormatter(
      `time ${timezone}`,
      (tag) =>
        new Intl.DateTimeFormat(tag, {
          dateStyle: 'medium',
          timeStyle: 'short',
          timeZone: timezone,
        }),
    ).format(new Date(time)),
  )
}
/** Formats the time of day: '3:05 PM'. */
export function formatTimeOfDay(time: Date, timezone: string): string {
  return cachedFormatter(
    `time of day ${timezone}`,
    (tag) => new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: timezone }),
  ).format(time)
}

const relativeTimeSteps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
]
/** Returns the date of a time in a time zone, as 'YYYY-MM-DD'. */
export const toLocalDay = (at: number, timezone: string): string =>
  cachedFormatter(
    `day ${timezone}`,
    () => new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }),
  ).format(at)
/** Returns the number of the calendar day of a time. */
const dayNumber = (time: number, timezone: string) =>
  Date.parse(toLocalDay(time, timezone)) / 86_400_000

/**
 * Formats a relative time ('5 minutes ago') for a week, the date afterwards. Days are those of the
 * calendar: 'yesterday' is never the day before.
 */
export function formatTimeAgo(time: string, timezone: string, now = Date.now()): string {
  const at = Date.parse(time)
  const seconds = Math.max(Math.round((now - at) / 1000), 0)
  if (seconds >= 7 * 86_400) return formatDate(time, timezone)
  // Below a minute: "now".
  const [unit, size] = relativeTimeSteps.findLast(([, length]) => seconds >= length) ?? [
    'second',
    60,
  ]
  // The day with the end of summer time has 25 hours.
  const days = () => Math.max(dayNumber(now, timezone) - dayNumber(at, timezone), 1)
  const count = unit === 'day' ? days() : Math.floor(seconds / size)
  return cachedFormatter(
    'ago',
    (tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }),
  ).format(-count, unit)
}
