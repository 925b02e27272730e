import type { DateOrder } from '#contract/schemas/imports.ts'

const yearFirstPattern = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?$/
const yearLastPattern = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})(?:[T ]\d{1,2}:\d{2}.*)?$/

/** Returns the date order that a cell proves, or undefined for an ambiguous cell. */
export function detectDateOrder(cell: string): DateOrder | undefined {
  const found = yearLastPattern.exec(cell)
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
