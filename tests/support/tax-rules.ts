import type { TaxRuleInput } from '#contract/schemas/tax-rules.ts'
import type { Team } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** In Germany, what is above 50 euros a year is taxable. */
export const taxRuleInput: TaxRuleInput = {
  country: 'DE',
  categories: ['goods_and_experiences', 'uncategorised'],
  taxable: true,
  currency: 'EUR',
  item_limit_minor: null,
  period_limit_minor: 5_000,
  period: 'year',
  year_start: '--01-01',
  above_limit: 'excess',
  borne_by: 'employee',
  tax_rate: null,
  messages: { en: 'Payroll adds what is above 50 euros to your wage.' },
  valid_from: '2026-01-01',
  valid_to: null,
}

/** Adds a rule. Returns its id. */
export async function makeTaxRule(
  t: TestApp,
  { token }: Pick<Team['admin'], 'token'>,
  fields: Partial<TaxRuleInput> = {},
): Promise<string> {
  const { body } = await t.call('tax_rules.create', { token, body: { ...taxRuleInput, ...fields } })
  return body.id
}

/** Adds an unconfirmed rule of the United Kingdom. Returns its id. */
export async function makeTaxExample(
  t: TestApp,
  { token }: Pick<Team['admin'], 'token'>,
): Promise<string> {
  const { body } = await t.call('tax_rules.add_examples', { token, body: { country: 'GB' } })
  return body[0]?.id ?? ''
}

/** A valid body for each call about rules for the tax on rewards. */
export const taxRuleExamples = {
  'tax_rules.create': () => ({ ...taxRuleInput, country: 'AT' }),
  'tax_rules.add_examples': () => ({ country: 'GB' }),
  'tax_rules.update': () => ({ ...taxRuleInput, period_limit_minor: 6_000 }),
}
