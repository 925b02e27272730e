import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { currencyCode, date, money, namedObject, namedStrictObject, wholeNumber } from './common.ts'

const budgetFields = {
  starts_on: date,
  amount_minor: wholeNumber(1, limits.yearly_budget_minor_max),
  currency: currencyCode,
}

/** `starts_on`: the first day of a year that contains today. The next years begin on the same day. */
export const yearlyBudgetInput = namedStrictObject('YearlyBudgetInput', budgetFields)
export type YearlyBudgetInput = z.infer<typeof yearlyBudgetInput>

/**
 * The budget of the current year, from `starts_on` to `ends_on`, with `days_left` after today. It is
 * used by points that people have received up to the end of the day `counted_to`: null before the
 * first one. `expected_minor`: at the end of the year, null in its first 30 days. `others`: points
 * whose worth has another currency, which the budget does not count.
 */
export const yearlyBudget = namedObject('YearlyBudget', {
  ...budgetFields,
  ends_on: date,
  days_left: z.number().int(),
  counted_to: date.nullable(),
  used_minor: z.number().int(),
  used_percent: z.number().int(),
  redeemed_minor: z.number().int(),
  expected_minor: z.number().int().nullable(),
  others: z.array(money),
})
export type YearlyBudget = z.infer<typeof yearlyBudget>
