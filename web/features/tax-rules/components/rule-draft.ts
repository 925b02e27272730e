import { limits } from '#contract/limits.ts'
import type { Language } from '#contract/schemas/common.ts'
import type { TaxRule, TaxRuleInput } from '#contract/schemas/tax-rules.ts'
import { languages } from '#web/lib/i18n.ts'
import { formatTypedMoney, parseMoney } from '#web/lib/typed-money.ts'
import { formatTypedRate, readTypedRate } from './typed-rate.ts'

/** A rule as it is typed. `country` is empty for the other countries. */
export type RuleDraft = Pick<
  TaxRuleInput,
  'categories' | 'currency' | 'period' | 'year_start' | 'above_limit' | 'borne_by' | 'valid_from'
> & {
  country: string
  taxable: 'yes' | 'no'
  item_limit_minor: string
  period_limit_minor: string
  tax_rate: string
  valid_to: string
  messages: Record<Language, string>
}

const toMessages = (typed: Partial<Record<Language, string>>): Record<Language, string> => ({
  en: typed.en ?? '',
  es: typed.es ?? '',
  pt: typed.pt ?? '',
  ru: typed.ru ?? '',
  ua: typed.ua ?? '',
})

/** Returns the draft of a new rule that is valid from a day on. */
export const newDraft = (currency: string, validFrom: string): RuleDraft => ({
  country: '',
  categories: [],
  taxable: 'yes',
  currency,
  item_limit_minor: '',
  period_limit_minor: '',
  period: 'year',
  year_start: '--01-01',
  above_limit: 'excess',
  borne_by: 'employee',
  tax_rate: '',
  valid_from: validFrom,
  valid_to: '',
  messages: toMessages({}),
})

/** Returns the draft of a rule. */
export function draftOfRule(rule: TaxRule): RuleDraft {
  const typed = (minor: number | null) =>
    minor === null ? '' : formatTypedMoney(minor, rule.currency)
  return {
    country: rule.country ?? '',
    categories: rule.categories,
    taxable: rule.taxable ? 'yes' : 'no',
    currency: rule.currency,
    item_limit_minor: typed(rule.item_limit_minor),
    period_limit_minor: typed(rule.period_limit_minor),
    period: rule.period,
    year_start: rule.year_start,
    above_limit: rule.above_limit,
    borne_by: rule.borne_by,
    tax_rate: formatTypedRate(rule.tax_rate),
    valid_from: rule.valid_from,
    valid_to: rule.valid_to ?? '',
    messages: toMessages(rule.messages),
  }
}

/** Returns whether a typed limit is empty or an amount that the API takes. */
export function isLimitValid(typed: string, currency: string): boolean {
  const minor = parseMoney(typed, currency)
  return minor === null || (minor >= 1 && minor <= limits.tax_limit_minor_max)
}

/** Returns the rule of a valid draft. A rule without a tax has none of its parts. */
export function readDraft(draft: RuleDraft): TaxRuleInput {
  const isTaxable = draft.taxable === 'yes'
  const limit = (typed: string) => (isTaxable ? parseMoney(typed, draft.currency) : null)
  const written = languages.filter((language) => draft.messages[language].trim() !== '')
  return {
    country: draft.country || null,
    categories: draft.categories,
    taxable: isTaxable,
    currency: draft.currency,
    item_limit_minor: limit(draft.item_limit_minor),
    period_limit_minor: limit(draft.period_limit_minor),
    period: draft.period,
    year_start: draft.year_start,
    above_limit: draft.above_limit,
    borne_by: isTaxable ? draft.borne_by : 'employee',
    tax_rate: isTaxable ? (readTypedRate(draft.tax_rate) ?? null) : null,
    messages: isTaxable
      ? Object.fromEntries(written.map((language) => [language, draft.messages[language].trim()]))
      : {},
    valid_from: draft.valid_from,
    valid_to: draft.valid_to || null,
  }
}
