import type { PriceFactor } from '#contract/schemas/price-factors.ts'
import { makePerson } from './web-data.ts'

/** Returns the factor of a country, as the API presents it. */
export const makeFactor = (fields: Partial<PriceFactor> = {}): PriceFactor => ({
  country: 'PL',
  factor: '0.7',
  updated_at: '2026-01-01T09:00:00.000Z',
  updated_by: makePerson(),
  ...fields,
})
