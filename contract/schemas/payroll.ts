import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { payrollFields } from '#contract/payroll-templates.ts'
import {
  codeWithBounds,
  countryCode,
  date,
  id,
  money,
  namedObject,
  namedStrictObject,
  oneLineText,
  pageOf,
  pageQueryParams,
  sha256,
  time,
  wholeNumber,
} from './common.ts'
import { category } from './rewards.ts'
import { borneBy } from './tax-rules.ts'
import { person } from './users.ts'

const minor = z.number().int()
/** Amounts in minor units of `currency`, which is null while points have no worth. */
const amounts = {
  currency: z.string().nullable(),
  value_minor: minor,
  taxable_minor: minor,
  gross_up_minor: minor,
}

/**
 * The part of a person in a fulfilled purchase. `correction`: it takes back a line of an earlier
 * run. `late`: its day is before the range of the run. `name` is empty after an erasure.
 * `borne_by` null: no rule.
 */
const payrollLine = namedObject('PayrollLine', {
  user_id: id('user'),
  purchase_id: id('purchase'),
  employee_number: z.string(),
  name: z.string(),
  country: z.string().nullable(),
  cost_center: z.string(),
  day: date,
  category,
  points: z.number().int(),
  ...amounts,
  borne_by: borneBy.nullable(),
  correction: z.boolean(),
  late: z.boolean(),
})
export type PayrollLine = z.infer<typeof payrollLine>

const payrollTotal = namedObject('PayrollTotal', {
  currency: z.string(),
  value_minor: minor,
  taxable_minor: minor,
  gross_up_minor: minor,
})
export type PayrollTotal = z.infer<typeof payrollTotal>
/** Sums of lines by currency. */
const totals = z.array(payrollTotal)

/** Both days included. `country` null: people of all countries. */
const rangeFields = { from: date, to: date, country: countryCode.nullable() }
/** Counts of lines. `without_worth`: points without a worth; `without_number`: no employee number. */
const countFields = {
  lines: z.number().int(),
  people: z.number().int(),
  corrections: z.number().int(),
  late: z.number().int(),
  without_worth: z.number().int(),
  without_rule: z.number().int(),
  without_number: z.number().int(),
}

/**
 * The lines that a run would have now, with the first of them. `ended`: the range is over, so the
 * run can be locked. `hash` is that of all lines.
 */
export const payrollDraft = namedObject('PayrollDraft', {
  ...rangeFields,
  ended: z.boolean(),
  ...countFields,
  totals,
  first_lines: z.array(payrollLine),
  hash: z.string(),
})
export type PayrollDraft = z.infer<typeof payrollDraft>
/** Default: the month after the newest run, or the last whole month. */
export const payrollDraftParams = z.strictObject({
  from: date.optional(),
  to: date.optional(),
  country: countryCode.optional(),
})

/** `hash` is that of the draft: 409 if its lines have changed since then. */
export const payrollRunInput = namedStrictObject('PayrollRunInput', {
  ...rangeFields,
  hash: sha256,
})
export type PayrollRunInput = z.infer<typeof payrollRunInput>

/** A locked run. `number` counts the runs of the team. */
export const payrollRun = namedObject('PayrollRun', {
  id: id('payroll_run'),
  number: z.number().int(),
  ...rangeFields,
  lines: z.number().int(),
  people: z.number().int(),
  totals,
  hash: z.string(),
  locked_at: time,
  locked_by: person,
})
export type PayrollRun = z.infer<typeof payrollRun>
export const payrollRunsParams = z.strictObject(pageQueryParams)
export const payrollRunsPage = pageOf(payrollRun)
export const payrollLinesPage = pageOf(payrollLine)

const payrollField = z.enum(payrollFields, 'wrong_format')
const columnText = oneLineText(0, limits.payroll_column_chars_max)
/** `text`: the text of a constant column. */
const payrollColumn = namedStrictObject('PayrollColumn', {
  field: payrollField,
  title: oneLineText(1, limits.payroll_column_chars_max),
  text: columnText,
})
export type PayrollColumn = z.output<typeof payrollColumn>
const payrollTemplate = z.enum(['generic', 'adp', 'gusto', 'datev', 'custom'], 'wrong_format')
export type PayrollTemplate = z.infer<typeof payrollTemplate>

/**
 * The file of a run, and the years for which lines of erased people are kept. A template other than
 * `custom` replaces columns and formats by its own.
 */
export const payrollSettings = namedStrictObject('PayrollSettings', {
  template: payrollTemplate,
  columns: z
    .array(payrollColumn, 'wrong_format')
    .min(1, 'required')
    .max(limits.payroll_columns_max, codeWithBounds('out_of_range', 1, limits.payroll_columns_max)),
  separator: z.enum([',', ';'], 'wrong_format'),
  decimal_mark: z.enum(['.', ','], 'wrong_format'),
  day_format: z.enum(['iso', 'dmy', 'mdy'], 'wrong_format'),
  keep_years: wholeNumber(1, limits.payroll_keep_years_max),
})
export type PayrollSettings = z.output<typeof payrollSettings>

/** A line of the reader. `run`: the number of its run, null before it is in one. */
export const ownPayrollLine = namedObject('OwnPayrollLine', {
  purchase_id: id('purchase'),
  title: z.string(),
  emoji: z.string(),
  day: date,
  value: money.nullable(),
  taxable_minor: minor,
  gross_up_minor: minor,
  borne_by: borneBy.nullable(),
  correction: z.boolean(),
  run: z.number().int().nullable(),
})
export type OwnPayrollLine = z.infer<typeof ownPayrollLine>
