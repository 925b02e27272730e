/** How the days of a column are written where day and month could be either. */
export type DateOrder = 'dmy' | 'mdy'

const yearFirstPattern = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?$/
const yearLastPattern = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})(?:[T ]\d{1,2}:\d{2}.*)?$/

/**
 * What a cell says about its column: 'dmy' or 'mdy' where only one can be; undefined where it says
 * nothing.
 */
export function detectDateOrder(cell: string): DateOrder | undefined {
  const found = yearLastPattern.exec(cell)
  if (!found || found[2] === '.') return undefined
  if (Number(found[1]) > 12) return 'dmy'
  return Number(found[3]) > 12 ? 'mdy' : undefined
}

/**
 * A day as 'YYYY-MM-DD'; undefined when it is none. Days with dots begin with the day everywhere.
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
