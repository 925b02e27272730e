import type { DateOrder } from '#contract/schemas/imports.ts'

/** A time, and its day as the file writes it. Without a time of day it is noon. */
export type Moment = { at: Date; day: string | null }

const yearFirst = String.raw`(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<date>\d{1,2})`
const yearLast = String.raw`(?<a>\d{1,2})(?<mark>[-/.])(?<b>\d{1,2})[-/.](?<year>\d{4}|\d{2})`
const monthFirst = String.raw`(?:[a-z]{3,9},? )?(?<name>[a-z]{3,9})\.? (?<date>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})`
const dateFirst = String.raw`(?:[a-z]{3,9},? )?(?<date>\d{1,2})(?:st|nd|rd|th)?[ -](?<name>[a-z]{3,9})\.?,?[ -](?<year>\d{4})`
const clock = String.raw`(?:(?:T|,? (?:at )?)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d{1,9})?)? ?(?<half>am|pm)? ?(?<zone>z|utc|gmt|[+-]\d{2}:?\d{2}|utc ?[+-]\d{2}:?\d{2})?)?`
const patterns = [yearFirst, yearLast, monthFirst, dateFirst].map(
  (date) => new RegExp(`^${date}${clock}$`, 'i'),
)
const monthNames = [
  'jan',
  'feb',
  'mar',
  'apr',
  'may',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct',
  'nov',
  'dec',
]

type Parts = Partial<Record<string, string>>

/** Returns year, month and day of a match. A date with dots starts with the day. */
function readDate(parts: Parts, order: DateOrder): [number, number, number] {
  const year = Number(parts['year'])
  if (parts['name'] !== undefined)
    return [
      year,
      monthNames.indexOf(parts['name'].slice(0, 3).toLowerCase()) + 1,
      Number(parts['date']),
    ]
  if (parts['month'] !== undefined) return [year, Number(parts['month']), Number(parts['date'])]
  const [a, b] = [Number(parts['a']), Number(parts['b'])]
  const dayFirst = order === 'dmy' || parts['mark'] === '.'
  return [year < 100 ? 2000 + year : year, dayFirst ? b : a, dayFirst ? a : b]
}

/** Returns the milliseconds since midnight; undefined for no time of a day. */
function readClock({ hour, minute, second = '0', half }: Parts): number | undefined {
  if (hour === undefined) return 12 * 3_600_000
  let hours = Number(hour)
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return undefined
    hours = (hours % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  }
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  return ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1_000
}

function readOffsetMs(zone: string): number {
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
}

/**
 * Returns the moment of a cell, or undefined for an unreadable one. `day` is null with a time zone,
 * because the workspace's own zone decides then. A time without one is UTC.
 */
export function parseMoment(cell: string, order: DateOrder): Moment | undefined {
  const text = cell.replaceAll(/\s+/g, ' ').trim()
  const parts: Parts | undefined = patterns
    .map((pattern) => pattern.exec(text)?.groups)
    .find((groups) => groups !== undefined)
  if (!parts) return undefined
  const [year, month, date] = readDate(parts, order)
  const time = readClock(parts)
  const midnight = new Date(Date.UTC(year, month - 1, date))
  const isReal =
    year >= 1970 && midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === date
  if (!isReal || time === undefined) return undefined
  const zone = parts['zone']
  return {
    at: new Date(midnight.getTime() + time - (zone === undefined ? 0 : readOffsetMs(zone))),
    day: zone === undefined ? midnight.toISOString().slice(0, 10) : null,
  }
}
