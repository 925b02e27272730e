import { createHash } from 'node:crypto'
import type { PayrollLine, PayrollTotal } from '#contract/schemas/payroll.ts'
import type { Line } from './build-lines.ts'

/** Returns the sums of lines by currency. */
export function sumTotals(lines: readonly Line[]): PayrollTotal[] {
  const totals = new Map<string, PayrollTotal>()
  for (const line of lines) {
    if (line.currency === null) continue
    const total = totals.get(line.currency) ?? {
      currency: line.currency,
      value_minor: 0,
      taxable_minor: 0,
      gross_up_minor: 0,
    }
    total.value_minor += line.value_minor
    total.taxable_minor += line.taxable_minor
    total.gross_up_minor += line.gross_up_minor
    totals.set(line.currency, total)
  }
  return [...totals.values()].toSorted((a, b) => a.currency.localeCompare(b.currency, 'en'))
}

/** Fields of a line in the hash. Names are left out, because an erasure empties them. */
type HashedLine = Omit<Line, 'at' | 'name' | 'has_rule'>

/**
 * Returns the SHA-256 of the range and the lines of a run, in their order: a JSON array of the range,
 * and one of each line, each followed by a line feed.
 */
export function hashLines(
  { from, to, country }: { from: string; to: string; country: string | null },
  lines: readonly HashedLine[],
): string {
  const hash = createHash('sha256')
  hash.update(`${JSON.stringify([from, to, country])}\n`)
  for (const line of lines)
    hash.update(
      `${JSON.stringify([
        line.purchase_id,
        line.user_id,
        line.corrects,
        line.employee_number,
        line.country,
        line.cost_center,
        line.day,
        line.category,
        line.points,
        line.currency,
        line.value_minor,
        line.limited_minor,
        line.taxable_minor,
        line.gross_up_minor,
        line.borne_by,
        line.rule_id,
        line.period_start,
      ])}\n`,
    )
  return hash.digest('hex')
}

/** Returns the counts of lines, by which an administrator checks them. `from`: of the range. */
export const countLines = (lines: readonly Line[], from: string) => ({
  lines: lines.length,
  people: new Set(lines.map((line) => line.user_id)).size,
  corrections: lines.filter((line) => line.corrects !== null).length,
  late: lines.filter((line) => line.day < from).length,
  without_worth: lines.filter((line) => line.currency === null).length,
  without_rule: lines.filter((line) => !line.has_rule).length,
  without_number: lines.filter((line) => line.employee_number === '').length,
})

/** Returns a line as the API presents it. `from`: of the range of its run. */
export const presentLine = (
  line: Omit<HashedLine, 'limited_minor' | 'rule_id' | 'period_start' | 'tax_rate'> & {
    name: string
  },
  from: string,
): PayrollLine => ({
  user_id: line.user_id,
  purchase_id: line.purchase_id,
  employee_number: line.employee_number,
  name: line.name,
  country: line.country,
  cost_center: line.cost_center,
  day: line.day,
  category: line.category,
  points: line.points,
  currency: line.currency,
  value_minor: line.value_minor,
  taxable_minor: line.taxable_minor,
  gross_up_minor: line.gross_up_minor,
  borne_by: line.borne_by,
  correction: line.corrects !== null,
  late: line.day < from,
})
