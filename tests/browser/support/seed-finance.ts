import { taxRuleInput } from '#tests/support/tax-rules.ts'
import { type AppUnderTest, callApi } from './app-under-test.ts'

/** Adds worths and prices of countries, and a tax rule, to the finance of the demo team. */
export async function makeFinance(product: AppUnderTest, founder: string): Promise<void> {
  const worths = [
    { country: 'DE', currency: 'EUR', hundred_points_minor: 1_000 },
    { country: 'JP', currency: 'JPY', hundred_points_minor: 1_500 },
  ]
  for (const worth of worths) await callApi(product, 'POST', '/point-worths', founder, worth)
  await callApi(product, 'PUT', '/price-factors', founder, {
    factors: [
      { country: 'JP', factor: '1.15' },
      { country: 'PL', factor: '0.7' },
    ],
  })
  await callApi(product, 'POST', '/tax-rules', founder, { ...taxRuleInput, tax_rate: '0.3' })
}
