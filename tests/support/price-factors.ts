import type { Member } from './factories.ts'
import { buildFormData, type TestApp } from './test-app.ts'

/** Replaces the factors of a team: `{ JP: '0.85' }`. */
export const setFactors = (
  t: TestApp,
  { token }: Pick<Member, 'token'>,
  factors: Record<string, string>,
) =>
  t.call('price_factors.replace', {
    token,
    body: { factors: Object.entries(factors).map(([country, factor]) => ({ country, factor })) },
  })

/** Uploads a table of factors. */
export const importFactors = (
  t: TestApp,
  { token }: Pick<Member, 'token'>,
  table: string | Buffer,
) =>
  t.call('price_factors.import', {
    token,
    body: buildFormData({}, Buffer.from(table), 'prices.csv'),
  })

/** A valid body for each call about prices by country. */
export const priceFactorExamples = {
  'price_factors.replace': () => ({ factors: [{ country: 'JP', factor: '0.85' }] }),
  'price_factors.import': () =>
    buildFormData({}, Buffer.from('Country,Factor\nPoland,0.7\n'), 'prices.csv'),
}
