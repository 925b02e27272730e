import { addDays } from '#web/lib/add-days.ts'
import { currentLanguageTag } from '#web/lib/i18n.ts'

/** The days of a run, both included. */
export type Days = { from: string; to: string }

/** Days that a run can have: a year and a day. */
const runDaysMax = 366

/** Returns the month of a day, or one that many months later. */
export function monthOf(day: string, later = 0): Days {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const toDay = (index: number) => new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 10)
  const first = month - 1 + later
  return { from: toDay(first), to: addDays(toDay(first + 1), -1) }
}

const isMonth = ({ from, to }: Days) => from.endsWith('-01') && monthOf(from).to === to

/** Returns whether the server takes these days: the first one first, and not too many of them. */
export const isValidRange = ({ from, to }: Days): boolean =>
  Boolean(from && to) && from <= to && to <= addDays(from, runDaysMax - 1)

/** Formats the days of a run: 'May 2026' for a month, otherwise 'May 12 – 20, 2026'. */
export function formatRange(days: Days): string {
  const tag = currentLanguageTag()
  const [from, to] = [new Date(days.from), new Date(days.to)]
  const text = isMonth(days)
    ? new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(from)
    : new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(from, to)
  // Without the word for year of Russian and Ukrainian.
  return text.replace(/\s[гр]\.$/, '')
}
