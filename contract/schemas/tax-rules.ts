import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { formatFactorParts, parseFactorParts } from '#contract/price-factor.ts'
import {
  codeWithBounds,
  countryCode,
  currencyCode,
  date,
  flag,
  id,
  language,
  money,
  monthDay,
  namedObject,
  namedStrictObject,
  text,
  time,
  wholeNumber,
} from './common.ts'
import { category } from './rewards.ts'
import { person } from './users.ts'

/** A decimal between 0 and 1 with up to four decimals, as text: JSON numbers are binary. */
const taxRate = z
  .string('wrong_format')
  .regex(/^0\.\d{1,4}$/, 'wrong_format')
  .refine((typed) => (parseFactorParts(typed) ?? 0) > 0, 'wrong_format')
  .transform((typed) => formatFactorParts(parseFactorParts(typed) ?? 0))
const limitMinor = wholeNumber(1, limits.tax_limit_minor_max).nullable()
/** Texts by language, shown before a reward is redeemed. Without one, the product has its own. */
const messages = z
  .partialRecord(language, text(0, limits.tax_message_chars_max))
  .transform((texts) => Object.fromEntries(Object.entries(texts).filter(([, one]) => one)))
  .meta({ id: 'TaxMessages' })
export type TaxMessages = z.output<typeof messages>
const taxPeriod = z.enum(['month', 'year'], 'wrong_format')
const aboveLimit = z.enum(['excess', 'whole'], 'wrong_format')
export const borneBy = z.enum(['employee', 'company'], 'wrong_format').meta({ id: 'BorneBy' })

/**
 * `country` null: people of other countries, and without one. `item_limit_minor`: of a purchase;
 * `period_limit_minor`: of all purchases of a person under this rule in a month or tax year, which
 * begins on `year_start`. `above_limit`: the part above a limit is taxable, or the whole.
 * `tax_rate`: of the estimate, or of the gross-up if the company bears the tax. `valid_to`: the last
 * day.
 */
const ruleFields = {
  country: countryCode.nullable(),
  categories: z
    .array(category, 'wrong_format')
    .min(1, 'required')
    .max(category.options.length, codeWithBounds('out_of_range', 1, category.options.length))
    .transform((picked) => category.options.filter((one) => picked.includes(one))),
  taxable: flag,
  currency: currencyCode,
  item_limit_minor: limitMinor,
  period_limit_minor: limitMinor,
  period: taxPeriod,
  year_start: monthDay,
  above_limit: aboveLimit,
  borne_by: borneBy,
  tax_rate: taxRate.nullable(),
  messages,
  valid_from: date,
  valid_to: date.nullable(),
}
export const taxRuleInput = namedStrictObject('TaxRuleInput', ruleFields)
export type TaxRuleInput = z.output<typeof taxRuleInput>

/** `confirmed_at` null: an example, which does not count before it is confirmed. */
export const taxRule = namedObject('TaxRule', {
  id: id('tax_rule'),
  ...ruleFields,
  categories: z.array(category),
  tax_rate: z.string().nullable(),
  messages: z.partialRecord(language, z.string()),
  confirmed_at: time.nullable(),
  confirmed_by: person.nullable(),
  created_at: time,
})
export type TaxRule = z.infer<typeof taxRule>

/** Countries with examples of rules. */
const exampleCountry = z.enum(['DE', 'GB', 'US'], 'wrong_format')
export type ExampleCountry = z.infer<typeof exampleCountry>
export const taxExamplesInput = namedStrictObject('TaxExamplesInput', { country: exampleCountry })

/**
 * What a member reads before redeeming a reward. `taxable`: the part that will be taxable, null if
 * points have no worth. `estimate`: the tax that the employee bears, null without a rate.
 */
export const taxNote = namedObject('TaxNote', {
  note: z
    .object({
      message: z.string(),
      borne_by: borneBy,
      value: money.nullable(),
      taxable: money.nullable(),
      estimate: money.nullable(),
    })
    .nullable(),
})
export type TaxNote = z.infer<typeof taxNote>
