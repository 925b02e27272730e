import { formatMajorUnits } from '#contract/money.ts'
import type { PayrollColumn, PayrollSettings } from '#contract/schemas/payroll.ts'
import { formatCsvLine } from '#server/platform/csv.ts'
import type { TableCell } from '#server/platform/table-rows.ts'
import type { LineRow } from './queries.ts'

type FileLine = Pick<
  LineRow,
  | 'employee_number'
  | 'name'
  | 'country'
  | 'cost_center'
  | 'day'
  | 'category'
  | 'points'
  | 'currency'
  | 'value_minor'
  | 'taxable_minor'
  | 'gross_up_minor'
  | 'borne_by'
  | 'purchase_id'
  | 'corrects'
>
type Layout = Pick<PayrollSettings, 'columns' | 'separator' | 'decimal_mark' | 'day_format'>

/** Returns a day as '2026-03-31', '31.03.2026' or '03/31/2026'. */
function formatDay(day: string, format: Layout['day_format']): string {
  const [year, month, date] = day.split('-')
  if (format === 'dmy') return `${date}.${month}.${year}`
  return format === 'mdy' ? `${month}/${date}/${year}` : day
}

/** Returns an amount in major units, empty while points have no worth. */
function formatAmount(minor: number, { currency }: FileLine, { decimal_mark: mark }: Layout) {
  return currency === null ? '' : formatMajorUnits(minor, currency).replace('.', mark)
}

/** Returns the cell of a column. Codes are those of the API. */
function formatCell(
  { field, text }: PayrollColumn,
  line: FileLine,
  run: number | null,
  layout: Layout,
): TableCell {
  const cells: Record<PayrollColumn['field'], TableCell> = {
    employee_number: line.employee_number,
    name: line.name,
    country: line.country,
    cost_center: line.cost_center,
    day: formatDay(line.day, layout.day_format),
    category: line.category,
    points: line.points,
    value: formatAmount(line.value_minor, line, layout),
    currency: line.currency,
    taxable: formatAmount(line.taxable_minor, line, layout),
    gross_up: formatAmount(line.gross_up_minor, line, layout),
    borne_by: line.borne_by,
    run,
    purchase: line.purchase_id,
    kind: line.corrects === null ? 'purchase' : 'correction',
    constant: text,
  }
  return cells[field]
}

/**
 * Returns lines as CSV in the format of a team. `run` is null in a draft. Texts that start like a
 * formula are defused.
 */
export const formatLines = (lines: readonly FileLine[], run: number | null, layout: Layout) =>
  lines
    .map((line) =>
      formatCsvLine(
        layout.columns.map((column) => formatCell(column, line, run, layout)),
        layout.separator,
      ),
    )
    .join('')

export const formatHeader = ({ columns, separator }: Layout): string =>
  formatCsvLine(
    columns.map((column) => column.title),
    separator,
  )
