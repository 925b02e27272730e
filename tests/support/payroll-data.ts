import { payrollTemplates } from '#contract/payroll-templates.ts'
import type {
  PayrollDraft,
  PayrollLine,
  PayrollRun,
  PayrollSettings,
} from '#contract/schemas/payroll.ts'
import { makePerson } from './web-data.ts'

const idOf = (group: string, n: number) =>
  `00000000-0000-7000-8000-${group}${String(n).padStart(12 - group.length, '0')}`

/** Returns a line of a purchase of May, as the API presents it. */
export const makePayrollLine = (n: number, fields: Partial<PayrollLine> = {}): PayrollLine => ({
  user_id: idOf('b', n),
  purchase_id: idOf('c', n),
  employee_number: `E-${1_000 + n}`,
  name: 'Maria Silva',
  country: 'DE',
  cost_center: '4711',
  day: '2026-05-12',
  category: 'money_and_giftcards',
  points: 600,
  currency: 'EUR',
  value_minor: 6_000,
  taxable_minor: 1_000,
  gross_up_minor: 0,
  borne_by: 'employee',
  correction: false,
  late: false,
  ...fields,
})

/** Lines of several countries, with all that an administrator should check. */
export const payrollLines: PayrollLine[] = [
  makePayrollLine(1, { late: true, day: '2026-04-28' }),
  makePayrollLine(2, {
    name: 'Wolfeschlegelsteinhausenbergerdorff-Konstantinopolskaya, Maximiliane',
    employee_number: 'DE-000-4711-2026',
    cost_center: 'Research & Development, Platform',
    value_minor: 1_250_000,
    taxable_minor: 1_244_000,
    gross_up_minor: 533_143,
    borne_by: 'company',
    category: 'goods_and_experiences',
  }),
  makePayrollLine(3, {
    name: 'Haruto Sato',
    country: 'JP',
    currency: 'JPY',
    value_minor: 45_000,
    taxable_minor: 0,
    category: 'group_activities',
  }),
  makePayrollLine(4, {
    name: 'Tomás Ferreira',
    country: null,
    employee_number: '',
    cost_center: '',
    currency: null,
    value_minor: 0,
    taxable_minor: 0,
    borne_by: null,
    category: 'charity',
  }),
  makePayrollLine(5, {
    name: 'Ivan Petrenko',
    points: -600,
    value_minor: -6_000,
    taxable_minor: -1_000,
    correction: true,
    late: true,
    day: '2026-03-03',
  }),
  makePayrollLine(6, { name: 'Priya Nair', country: 'GB', currency: 'GBP', value_minor: 2_550 }),
]
const totals = [
  { currency: 'EUR', value_minor: 1_250_000, taxable_minor: 1_244_000, gross_up_minor: 533_143 },
  { currency: 'GBP', value_minor: 2_550, taxable_minor: 1_000, gross_up_minor: 0 },
  { currency: 'JPY', value_minor: 45_000, taxable_minor: 0, gross_up_minor: 0 },
]

/** Returns the draft of May with these lines, as the API presents it. */
export const makePayrollDraft = (fields: Partial<PayrollDraft> = {}): PayrollDraft => ({
  from: '2026-05-01',
  to: '2026-05-31',
  country: null,
  ended: true,
  lines: payrollLines.length,
  people: payrollLines.length,
  corrections: 1,
  late: 2,
  without_worth: 1,
  without_rule: 1,
  without_number: 1,
  totals,
  first_lines: payrollLines,
  hash: 'a'.repeat(64),
  ...fields,
})

/** Returns a draft of May without lines. */
export const makeEmptyDraft = (fields: Partial<PayrollDraft> = {}): PayrollDraft =>
  makePayrollDraft({
    lines: 0,
    people: 0,
    corrections: 0,
    late: 0,
    without_worth: 0,
    without_rule: 0,
    without_number: 0,
    totals: [],
    first_lines: [],
    ...fields,
  })

/** Returns a locked run of April, as the API presents it. */
export const makePayrollRunData = (fields: Partial<PayrollRun> = {}): PayrollRun => ({
  id: idOf('d', 1),
  number: 1,
  from: '2026-04-01',
  to: '2026-04-30',
  country: null,
  lines: 42,
  people: 17,
  totals: totals.slice(0, 1),
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  locked_at: '2026-05-02T09:30:00.000Z',
  locked_by: makePerson({ name: 'Nora Lind' }),
  ...fields,
})

/** Returns the settings of a team that has changed nothing. */
export const makePayrollSettings = (fields: Partial<PayrollSettings> = {}): PayrollSettings => ({
  template: 'generic',
  ...payrollTemplates.generic,
  keep_years: 10,
  ...fields,
})
