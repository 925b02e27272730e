import type { YearlyBudgetInput } from '#contract/schemas/yearly-budget.ts'
import type { Team } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** A budget of 1,000 euros for a calendar year. */
export const yearlyBudgetInput: YearlyBudgetInput = {
  starts_on: '2026-01-01',
  amount_minor: 100_000,
  currency: 'EUR',
}

/** Sets the yearly budget of a team. */
export const setYearlyBudget = (
  t: TestApp,
  { admin }: Pick<Team, 'admin'>,
  fields: Partial<YearlyBudgetInput> = {},
) => t.call('yearly_budget.set', { token: admin.token, body: { ...yearlyBudgetInput, ...fields } })

/** A valid body for each call about the yearly budget. */
export const yearlyBudgetExamples = { 'yearly_budget.set': () => yearlyBudgetInput }
