import type { ExampleCountry, TaxRuleInput } from '#contract/schemas/tax-rules.ts'

const nonCash: TaxRuleInput['categories'] = [
  'goods_and_experiences',
  'group_activities',
  'company_merchandise',
  'creative',
  'uncategorised',
]
const base = {
  taxable: true,
  item_limit_minor: null,
  period_limit_minor: null,
  period: 'year',
  year_start: '--01-01',
  above_limit: 'whole',
  borne_by: 'employee',
  tax_rate: null,
  messages: {},
  valid_to: null,
} as const

/**
 * Examples of rules by country, as they are often applied in 2026. They are no tax advice, and do
 * not count before the team confirms them.
 */
export const exampleRules: Record<ExampleCountry, Omit<TaxRuleInput, 'valid_from'>[]> = {
  // Benefits in kind up to 50 euros a month are free; above that, all of them are taxable.
  DE: [
    {
      ...base,
      country: 'DE',
      categories: [...nonCash, 'money_and_giftcards'],
      currency: 'EUR',
      period_limit_minor: 5_000,
      period: 'month',
    },
  ],
  // Rewards for work are no trivial benefits. Employers often bear their tax by a settlement.
  GB: [
    {
      ...base,
      country: 'GB',
      categories: [...nonCash, 'money_and_giftcards'],
      currency: 'GBP',
      year_start: '--04-06',
      borne_by: 'company',
      tax_rate: '0.2',
    },
  ],
  // Gift cards are wages from the first dollar. Other small things are free.
  US: [
    {
      ...base,
      country: 'US',
      categories: ['money_and_giftcards'],
      currency: 'USD',
      tax_rate: '0.22',
    },
    {
      ...base,
      country: 'US',
      categories: nonCash,
      currency: 'USD',
      item_limit_minor: 10_000,
      tax_rate: '0.22',
    },
  ],
}
