import type { YearlyBudget } from '#contract/schemas/yearly-budget.ts'

/** Returns a budget of which 62 percent are used, as the API presents it. */
export const makeYearlyBudget = (fields: Partial<YearlyBudget> = {}): YearlyBudget => ({
  starts_on: '2026-01-01',
  ends_on: '2026-12-31',
  amount_minor: 1_200_000,
  currency: 'EUR',
  days_left: 199,
  counted_to: '2026-06-14',
  used_minor: 744_000,
  used_percent: 62,
  redeemed_minor: 310_050,
  expected_minor: 1_645_818,
  others: [{ currency: 'JPY', minor: 45_000 }],
  ...fields,
})
