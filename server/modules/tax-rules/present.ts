import { formatFactorParts, parseFactorParts } from '#contract/price-factor.ts'
import { category } from '#contract/schemas/rewards.ts'
import type { TaxRule } from '#contract/schemas/tax-rules.ts'
import type { TaxRuleRow } from './queries.ts'

/** Returns a rate as the API has it: '0.2000' of the database is '0.2'. */
const presentRate = (rate: string | null): string | null =>
  rate === null ? null : formatFactorParts(parseFactorParts(rate) ?? 0)

/** Returns a rule as the API presents it. */
export const presentRule = (row: TaxRuleRow, confirmedBy: TaxRule['confirmed_by']): TaxRule => ({
  id: row.id,
  country: row.country,
  categories: category.options.filter((one) => row.categories.includes(one)),
  taxable: row.taxable,
  currency: row.currency,
  item_limit_minor: row.item_limit_minor,
  period_limit_minor: row.period_limit_minor,
  period: row.period,
  year_start: row.year_start,
  above_limit: row.above_limit,
  borne_by: row.borne_by,
  tax_rate: presentRate(row.tax_rate),
  messages: row.messages as TaxRule['messages'],
  valid_from: row.valid_from,
  valid_to: row.valid_to,
  confirmed_at: row.confirmed_at?.toISOString() ?? null,
  confirmed_by: confirmedBy,
  created_at: row.created_at.toISOString(),
})
