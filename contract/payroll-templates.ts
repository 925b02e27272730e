/** Fields of a line that a file can have. `constant`: the same text in each line. */
export const payrollFields = [
  'employee_number',
  'name',
  'country',
  'cost_center',
  'day',
  'category',
  'points',
  'value',
  'currency',
  'taxable',
  'gross_up',
  'borne_by',
  'run',
  'purchase',
  'kind',
  'constant',
] as const
type Column = { field: (typeof payrollFields)[number]; title: string; text: string }

const column = (field: Column['field'], title: string = field, text = ''): Column => ({
  field,
  title,
  text,
})

type Layout = {
  columns: Column[]
  separator: ',' | ';'
  decimal_mark: '.' | ','
  day_format: 'iso' | 'dmy' | 'mdy'
}

/**
 * The files of payroll products as a start. Column titles and codes are those that the imports of the
 * products expect; a company replaces the codes by its own.
 */
export const payrollTemplates: Record<'generic' | 'adp' | 'gusto' | 'datev', Layout> = {
  generic: {
    columns: [
      column('run'),
      column('kind'),
      column('employee_number'),
      column('name'),
      column('country'),
      column('cost_center'),
      column('day'),
      column('category'),
      column('currency'),
      column('value'),
      column('taxable'),
      column('gross_up'),
      column('borne_by'),
      column('purchase'),
    ],
    separator: ',',
    decimal_mark: '.',
    day_format: 'iso',
  },
  adp: {
    columns: [
      column('constant', 'Co Code', 'ABC'),
      column('run', 'Batch ID'),
      column('employee_number', 'File #'),
      column('constant', 'Earnings 3 Code', 'RWD'),
      column('taxable', 'Earnings 3 Amount'),
    ],
    separator: ',',
    decimal_mark: '.',
    day_format: 'mdy',
  },
  gusto: {
    columns: [
      column('employee_number', 'Employee ID'),
      column('name', 'Employee name'),
      column('day', 'Date'),
      column('constant', 'Earning type', 'Reward'),
      column('taxable', 'Amount'),
      column('gross_up', 'Gross-up'),
    ],
    separator: ',',
    decimal_mark: '.',
    day_format: 'mdy',
  },
  datev: {
    columns: [
      column('employee_number', 'Personalnummer'),
      column('constant', 'Lohnart', '200'),
      column('taxable', 'Betrag'),
      column('day', 'Datum'),
      column('cost_center', 'Kostenstelle'),
    ],
    separator: ';',
    decimal_mark: ',',
    day_format: 'dmy',
  },
}
