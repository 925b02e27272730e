import { payrollTemplates } from '#contract/payroll-templates.ts'
import type { PayrollColumn, PayrollSettings, PayrollTemplate } from '#contract/schemas/payroll.ts'

/** A column in the form. `key` stays while the column moves. */
export type ColumnDraft = PayrollColumn & { key: number }
export type FileDraft = Omit<PayrollSettings, 'columns' | 'keep_years'> & {
  columns: ColumnDraft[]
  keep_years: string
}

const toColumnDrafts = (columns: readonly PayrollColumn[]): ColumnDraft[] =>
  columns.map((column, key) => ({ ...column, key }))

export const toFileDraft = ({
  columns,
  keep_years: years,
  ...rest
}: PayrollSettings): FileDraft => ({
  ...rest,
  columns: toColumnDrafts(columns),
  keep_years: String(years),
})

/** Returns the settings to send. */
export const readFileDraft = (draft: FileDraft, years: number): PayrollSettings => ({
  ...draft,
  columns: draft.columns.map(({ field, title, text }) => ({
    field,
    title,
    text: field === 'constant' ? text : '',
  })),
  keep_years: years,
})

/** Returns the columns and formats of a template. The custom one starts with the present columns. */
export function applyTemplate(draft: FileDraft, template: PayrollTemplate): FileDraft {
  if (template === 'custom') return { ...draft, template }
  const { columns, ...formats } = payrollTemplates[template]
  return { ...draft, template, ...formats, columns: toColumnDrafts(columns) }
}

/** Returns the columns with a new last one. */
export const addColumn = (columns: readonly ColumnDraft[]): ColumnDraft[] => [
  ...columns,
  {
    key: Math.max(-1, ...columns.map(({ key }) => key)) + 1,
    field: 'constant',
    title: '',
    text: '',
  },
]

/** Returns the columns with one of them a place up (-1) or down (1). */
export function moveColumn(
  columns: readonly ColumnDraft[],
  index: number,
  step: -1 | 1,
): ColumnDraft[] {
  const moved = [...columns]
  const [column] = moved.splice(index, 1)
  if (column) moved.splice(index + step, 0, column)
  return moved
}

type Formats = Pick<PayrollSettings, 'decimal_mark' | 'day_format'>
const exampleDays = { iso: '2026-03-31', dmy: '31.03.2026', mdy: '03/31/2026' } as const

/** Returns the cell of a made-up line, as the file has it. */
export function exampleCell(
  { field, text }: Pick<PayrollColumn, 'field' | 'text'>,
  { decimal_mark: mark, day_format: format }: Formats,
): string {
  const cells: Record<PayrollColumn['field'], string> = {
    employee_number: 'E-1042',
    name: 'Maria Silva',
    country: 'PT',
    cost_center: '4711',
    day: exampleDays[format],
    category: 'group_activities',
    points: '600',
    value: `60${mark}00`,
    currency: 'EUR',
    taxable: `10${mark}00`,
    gross_up: `4${mark}29`,
    borne_by: 'company',
    run: '3',
    purchase: '0198c2a4-…',
    kind: 'purchase',
    constant: text,
  }
  return cells[field]
}
