import type { TaxRule } from '#contract/schemas/tax-rules.ts'
import { useConfig } from '#web/shared/config.ts'
import { categories } from '#web/shared/rewards/reward-categories.ts'
import { formatDay, formatList, formatMoney } from '#web/lib/format.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'
import { isFirstOfYear, formatYearStart } from './year-start.ts'
import { formatRate } from './typed-rate.ts'

/** Returns the limits of a rule with their amounts: '€100 for each reward and €500 a month'. */
function listLimits(t: Translate, rule: TaxRule): string[] {
  const money = (minor: number) => formatMoney(minor, rule.currency, true)
  const { item_limit_minor: item, period_limit_minor: period, year_start: start } = rule
  const ofPeriod = rule.period === 'year' && !isFirstOfYear(start) ? 'tax_year' : rule.period
  return [
    ...(item === null ? [] : [t('tax.limit.item', { money: money(item) })]),
    ...(period === null
      ? []
      : [t(`tax.limit.${ofPeriod}`, { money: money(period), date: formatYearStart(start) })]),
  ]
}

/** The parts of a rule in words. */
export type RuleTexts = {
  categories: string
  taxable: string
  /** Null for a rule without a tax. */
  payer: string | null
  days: string
}

/** Returns a function that puts a rule into words of the reader's language. */
export function useRuleTexts(): (rule: TaxRule) => RuleTexts {
  const { t } = useTranslation('finance')
  const { timezone } = useConfig().settings
  const today = todayInTimezone(timezone)
  const taxableText = (rule: TaxRule) => {
    if (!rule.taxable) return t('tax.limit.free')
    const limits = listLimits(t, rule)
    return limits.length
      ? t(`tax.limit.${rule.above_limit}`, { limits: formatList(limits) })
      : t('tax.limit.none')
  }
  const payerText = ({ borne_by: payer, tax_rate: rate }: TaxRule) =>
    rate === null
      ? t(`tax.payer.${payer}`)
      : t(`tax.payer.${payer}_rate`, { rate: formatRate(rate) })
  const daysText = ({ valid_from: from, valid_to: to }: TaxRule) => {
    if (to !== null) return t('tax.days.range', { start: formatDay(from), finish: formatDay(to) })
    return t(from > today ? 'tax.days.from' : 'tax.days.since', { date: formatDay(from) })
  }
  return (rule) => ({
    categories:
      rule.categories.length === categories.length
        ? t('rewards:category.all')
        : rule.categories.map((category) => t(`rewards:category.${category}`)).join('\u00A0· '),
    taxable: taxableText(rule),
    payer: rule.taxable ? payerText(rule) : null,
    days: daysText(rule),
  })
}
