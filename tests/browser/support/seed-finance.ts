import { planInput } from '#tests/support/plans.ts'
import { type AppUnderTest, callApi } from './app-under-test.ts'

/** Sets worths of points and prices by country, and saves a plan. */
export async function makeFinance(product: AppUnderTest, founder: string): Promise<void> {
  const worths = [
    { currency: 'EUR', hundred_points_minor: 1_000, valid_from: '2026-01-01' },
    { country: 'JP', currency: 'JPY', hundred_points_minor: 1_500 },
  ]
  for (const worth of worths) await callApi(product, 'POST', '/point-worths', founder, worth)
  await callApi(product, 'PUT', '/price-factors', founder, {
    factors: [
      { country: 'JP', factor: '1.15' },
      { country: 'PL', factor: '0.7' },
    ],
  })
  await callApi(product, 'POST', '/plans', founder, planInput)
}
