import type { OwnPayrollLine } from '#contract/schemas/payroll.ts'
import type { TaxNote, TaxRule } from '#contract/schemas/tax-rules.ts'
import { taxRuleInput } from './tax-rules.ts'
import { exampleTime, makePerson, nextId } from './web-data.ts'

/** Returns the rule of `taxRuleInput`, as the API presents it. */
export const makeTaxRuleData = (fields: Partial<TaxRule> = {}): TaxRule => ({
  id: nextId(),
  ...taxRuleInput,
  confirmed_at: exampleTime,
  confirmed_by: makePerson(),
  created_at: exampleTime,
  ...fields,
})

/** Returns the note on a reward of 30 euros, of which 10 are taxable. */
export const makeTaxNote = (
  fields: Partial<NonNullable<TaxNote['note']>> = {},
): NonNullable<TaxNote['note']> => ({
  message: 'Payroll adds what is above 50 euros to your wage.',
  borne_by: 'employee',
  value: { currency: 'EUR', minor: 3_000 },
  taxable: { currency: 'EUR', minor: 1_000 },
  estimate: { currency: 'EUR', minor: 300 },
  ...fields,
})

/** Returns a line of the reader in a run. */
export const makeOwnPayrollLine = (fields: Partial<OwnPayrollLine> = {}): OwnPayrollLine => ({
  purchase_id: nextId(),
  title: 'Rare tea',
  emoji: '🍵',
  day: '2026-06-15',
  value: { currency: 'EUR', minor: 3_000 },
  taxable_minor: 1_000,
  gross_up_minor: 0,
  borne_by: 'employee',
  correction: false,
  run: 3,
  ...fields,
})
