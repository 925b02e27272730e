import { liabilityExamples } from './liability.ts'
import type { Team } from './factories.ts'
import { makePayrollRun, payrollExamples } from './payroll.ts'
import { makePlan, planExamples } from './plans.ts'
import { setWorth, pointWorthExamples } from './point-worths.ts'
import { priceFactorExamples } from './price-factors.ts'
import type { TestApp } from './test-app.ts'
import { makeTaxExample, taxRuleExamples } from './tax-rules.ts'
import { yearlyBudgetExamples } from './yearly-budget.ts'

/** A valid body for each call under *Settings → Finance*. */
export const financeExamples = {
  ...liabilityExamples,
  ...payrollExamples,
  ...planExamples,
  'point_expiry.set': () => ({ months: 24 }),
  ...pointWorthExamples,
  ...priceFactorExamples,
  ...taxRuleExamples,
  ...yearlyBudgetExamples,
}

/** Creates a plan, a worth of points and a rule for the tax on rewards. Returns their ids. */
export const makeFinance = async (t: TestApp, team: Team) => ({
  plan: await makePlan(t, team),
  point_worth: await setWorth(t, team.admin, { currency: 'EUR', minor: 1_000 }),
  payroll_run: await makePayrollRun(t, team),
  tax_rule: await makeTaxExample(t, team.admin),
})
