import { parseFactorParts } from '#contract/price-factor.ts'
import type { Money } from '#contract/schemas/common.ts'
import type { Category } from '#contract/schemas/rewards.ts'
import type { TaxRuleRow } from './queries.ts'

/**
 * What a person has used of the limit of a rule in a period: `limited_minor` counts against the
 * limit, `taxed_minor` is what exceeding it has made taxable.
 */
export type Usage = { limited_minor: number; taxed_minor: number }
export const noUsage: Usage = { limited_minor: 0, taxed_minor: 0 }

/** Amounts of a line in minor units. They are negative in a correction. */
export type LineAmounts = {
  value_minor: number
  limited_minor: number
  taxable_minor: number
  gross_up_minor: number
}
/** A line of an earlier run. `rule_id`: the rule that taxes it, null without one. */
export type CorrectedLine = LineAmounts & {
  rule_id: string | null
  borne_by: 'employee' | 'company' | null
  tax_rate: string | null
}
type Limits = Pick<TaxRuleRow, 'item_limit_minor' | 'period_limit_minor' | 'above_limit'>

/** Returns the rule of a country and category on a day: its own, or that of other countries. */
export const findRule = (
  rules: readonly TaxRuleRow[],
  { country, category, day }: { country: string | null; category: Category; day: string },
): TaxRuleRow | undefined => {
  const valid = rules.filter(
    (rule) =>
      rule.confirmed_at !== null &&
      rule.categories.includes(category) &&
      rule.valid_from <= day &&
      (rule.valid_to === null || rule.valid_to >= day),
  )
  return (
    valid.find((rule) => rule.country !== null && rule.country === country) ??
    valid.find((rule) => rule.country === null)
  )
}

/** Returns the first day of the month, or of the tax year, in which a day is. */
export function findPeriodStart(
  { period, year_start: yearStart }: Pick<TaxRuleRow, 'period' | 'year_start'>,
  day: string,
): string {
  const date = Temporal.PlainDate.from(day)
  if (period === 'month') return date.with({ day: 1 }).toString()
  // A year from 29 February begins on the 28th without a leap day.
  const startOf = (year: number) =>
    Temporal.PlainMonthDay.from(yearStart.slice(2)).toPlainDate({ year }).toString()
  const start = startOf(date.year)
  return day < start ? startOf(date.year - 1) : start
}

/** Returns the taxable part of an amount above a limit: the part above it, or all of it. */
const taxAbove = (amount: number, limit: number, above: Limits['above_limit']): number => {
  if (amount <= limit) return 0
  return above === 'whole' ? amount : amount - limit
}

/** Returns the part of a purchase that the limit for an item leaves free. */
function freeOfItem(value: number, rule: Limits): number {
  if (rule.item_limit_minor !== null)
    return value - taxAbove(value, rule.item_limit_minor, rule.above_limit)
  return rule.period_limit_minor === null ? 0 : value
}

/** Returns what the limit of the period makes taxable in sum after `limited` has been used of it. */
const taxOfPeriod = (limited: number, rule: Limits): number =>
  rule.period_limit_minor === null
    ? 0
    : taxAbove(limited, rule.period_limit_minor, rule.above_limit)

/**
 * Returns the gross-up of a taxable amount: the tax at `rate` on the amount and on the tax itself,
 * rounded half up. A correction has the same amount with the other sign.
 */
export function grossUp(taxable: number, rate: string | null): number {
  const parts = BigInt(parseFactorParts(rate ?? '0') ?? 0)
  const divisor = 10_000n - parts
  const tax = (2n * BigInt(Math.abs(taxable)) * parts + divisor) / (2n * divisor)
  return Math.sign(taxable) * Number(tax)
}

/** Returns the tax at a rate of a taxable amount, rounded half up. */
export const taxAt = (taxable: number, rate: string): number =>
  Number((BigInt(taxable) * BigInt(parseFactorParts(rate) ?? 0) * 2n + 10_000n) / 20_000n)

/**
 * Returns the amounts of a purchase under its rule, after the usage of the period so far. Without a
 * rule, and under one without tax, nothing is taxable. In another currency than that of the rule
 * its limits do not apply.
 */
export function assessPurchase(
  value: Money,
  rule: TaxRuleRow | undefined,
  usage: Usage,
): LineAmounts {
  const amounts = { value_minor: value.minor, limited_minor: 0, taxable_minor: 0 }
  if (!rule?.taxable) return { ...amounts, gross_up_minor: 0 }
  if (rule.currency === value.currency) {
    const free = freeOfItem(value.minor, rule)
    // What a changed rule taxed before stays taxed.
    const ofPeriod = Math.max(taxOfPeriod(usage.limited_minor + free, rule) - usage.taxed_minor, 0)
    amounts.limited_minor = free
    amounts.taxable_minor = value.minor - free + ofPeriod
  } else amounts.taxable_minor = value.minor
  const { taxable_minor: taxable } = amounts
  return {
    ...amounts,
    gross_up_minor: rule.borne_by === 'company' ? grossUp(taxable, rule.tax_rate) : 0,
  }
}

/**
 * Returns the part that the limit of the period made taxable and that a correction takes back: as
 * much as the rule taxes less without the line. After a change of the rule, at least the part of
 * the line itself, so that the purchases that stay are neither taxed again nor freed.
 */
function takenBackOfPeriod(line: LineAmounts, rule: Limits, usage: Usage): number {
  const { limited_minor: limited } = line
  const limitedAfter = usage.limited_minor - limited
  const own = Math.min(line.taxable_minor - line.value_minor + limited, limited)
  const less = taxOfPeriod(usage.limited_minor, rule) - taxOfPeriod(limitedAfter, rule)
  const back = Math.max(own, less, usage.taxed_minor - limitedAfter)
  return Math.max(Math.min(back, usage.taxed_minor), 0)
}

/**
 * Returns the amounts that take back a line of an earlier run. Later purchases of the period may have
 * exceeded the limit because of it, so the correction takes back what would not be taxable now.
 * Without the rule, which may be deleted, it takes back the amounts of the line.
 */
export function assessCorrection(
  line: CorrectedLine,
  rule: Limits | undefined,
  usage: Usage,
): LineAmounts {
  let taxable = line.taxable_minor === 0 ? 0 : -line.taxable_minor
  if (rule && line.rule_id !== null)
    taxable = line.limited_minor - line.value_minor - takenBackOfPeriod(line, rule, usage)
  return {
    value_minor: -line.value_minor,
    limited_minor: -line.limited_minor,
    taxable_minor: taxable,
    gross_up_minor: line.borne_by === 'company' ? grossUp(taxable, line.tax_rate) : 0,
  }
}

/** Returns the usage of a period after a line that its rule taxes. */
export const addToUsage = (usage: Usage, line: LineAmounts): Usage => ({
  limited_minor: usage.limited_minor + line.limited_minor,
  taxed_minor: usage.taxed_minor + line.taxable_minor - line.value_minor + line.limited_minor,
})
