import { type CompanyCall, dayString, range } from './company-call.ts'

/** Calls of finance. The draft computes a line for each purchase of a month. */
export const financeCalls: CompanyCall[] = [
  { name: 'liability.get', path: `/liability?day=${dayString(3)}`, statements: 7 },
  { name: 'liability.changes', path: `/liability/changes?${range(4, 3)}`, statements: 8 },
  { name: 'liability.accounts', path: '/liability/accounts', statements: 4 },
  {
    name: 'payroll_runs.draft',
    path: '/payroll-runs/draft',
    statements: 13,
    growsWith: 'people',
  },
  { name: 'payroll_runs.list', path: '/payroll-runs', statements: 5 },
  { name: 'payroll_runs.settings', path: '/payroll-runs/settings', statements: 4 },
  { name: 'plans.list', path: '/plans', statements: 4 },
  { name: 'plans.basis', path: '/plans/basis', statements: 9, growsWith: 'people' },
  { name: 'point_expiry.get', path: '/point-expiry', statements: 4 },
  { name: 'point_worths.list', path: '/point-worths', statements: 5 },
  { name: 'point_worths.policy', path: '/point-worths/policy', statements: 4 },
  { name: 'tax_rules.list', path: '/tax-rules', statements: 5 },
  { name: 'price_factors.list', path: '/price-factors', statements: 5 },
  { name: 'yearly_budget.get', path: '/yearly-budget', statements: 10 },
]
