import type { DateOrder, ImportField } from '#contract/schemas/imports.ts'
import { monthDay } from '#contract/schemas/common.ts'

const yearFirstPattern = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?$/
const yearLastPattern = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})(?:[T ]\d{1,2}:\d{2}.*)?$/
/** "14.03.", "14/03" or "03-14". */
const yearlessPattern = /^(\d{1,2})([-/.])(\d{1,2})(?:(?<=\.\d+)\.)?$/

/** Returns the date order that a cell proves, or undefined for an ambiguous cell. */
export function detectDateOrder(cell: string): DateOrder | undefined {
  const found = yearLastPattern.exec(cell) ?? yearlessPattern.exec(cell)
  if (!found || found[2] === '.') return undefined
  if (Number(found[1]) > 12) return 'dmy'
  return Number(found[3]) > 12 ? 'mdy' : undefined
}

/**
 * Returns a date as 'YYYY-MM-DD', or undefined for an invalid one. Dates with dots always start
 * with the day.
 */
export function parseDate(cell: string, order: DateOrder): string | undefined {
  const first = yearFirstPattern.exec(cell)
  const last = first ? null : yearLastPattern.exec(cell)
  if (!first && !last) return undefined
  const [year, a, b] = first ? [first[1], first[2], first[3]] : [last?.[4], last?.[1], last?.[3]]
  const swapped = last !== null && (order === 'dmy' || last[2] === '.')
  const [month, day] = swapped ? [Number(b), Number(a)] : [Number(a), Number(b)]
  const date = new Date(Date.UTC(Number(year), month - 1, day))
  const real =
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    Number(year) >= 1900 &&
    Number(year) <= 2100
  return real ? date.toISOString().slice(0, 10) : undefined
}

/** Returns a day without its year as '--MM-DD', or undefined for an invalid one. */
function parseMonthDay(cell: string, order: DateOrder): string | undefined {
  const found = yearlessPattern.exec(cell)
  // An exported '--03-14' has an apostrophe, which keeps spreadsheets from reading a formula.
  const written = cell.replace(/^'/, '')
  const [, a = '', mark, b = ''] = found ?? []
  const [month, day] = order === 'dmy' || mark === '.' ? [b, a] : [a, b]
  const text = found ? `--${month.padStart(2, '0')}-${day.padStart(2, '0')}` : written
  return monthDay.safeParse(text).success ? text : undefined
}

/** Returns a birthday as 'YYYY-MM-DD', or as '--MM-DD' without a year. */
const parseBirthDate = (cell: string, order: DateOrder): string | undefined =>
  parseDate(cell, order) ?? parseMonthDay(cell, order)

export const dateFields = ['birth_date', 'hire_date', 'away_from', 'away_until'] as const
export type DateField = (typeof dateFields)[number]
export const isDateField = (field: ImportField): field is DateField =>
  dateFields.some((one) => one === field)

/** The parser of each date field. */
export const dateParsers: Record<DateField, typeof parseDate> = {
  birth_date: parseBirthDate,
  hire_date: parseDate,
  away_from: parseDate,
  away_until: parseDate,
}
