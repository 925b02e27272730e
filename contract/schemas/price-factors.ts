import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import {
  formatFactorParts,
  isFactorInRange,
  parseFactorParts,
  partsOfOne,
} from '#contract/price-factor.ts'
import { codeWithBounds, countryCode, namedObject, namedStrictObject, time } from './common.ts'
import { person } from './users.ts'

/** A decimal from 0.01 to 100 with up to four decimals, as text: JSON numbers are binary. */
const factor = z
  .string('wrong_format')
  .regex(/^\d{1,4}(\.\d{1,4})?$/, 'wrong_format')
  .refine(
    (typed) => isFactorInRange(parseFactorParts(typed) ?? partsOfOne),
    codeWithBounds('out_of_range', limits.price_factor_min, limits.price_factor_max),
  )
  .transform((typed) => formatFactorParts(parseFactorParts(typed) ?? partsOfOne))

/** The price of individual rewards in a country is the price of the shop times `factor`. */
export const priceFactor = namedObject('PriceFactor', {
  country: countryCode,
  factor: z.string(),
  updated_at: time,
  updated_by: person,
})
export type PriceFactor = z.infer<typeof priceFactor>

/** The whole table. Countries without a factor have the price of the shop. */
export const priceFactorsInput = namedStrictObject('PriceFactorsInput', {
  factors: z
    .array(namedStrictObject('PriceFactorInput', { country: countryCode, factor }), 'wrong_format')
    .max(limits.price_factors_max, codeWithBounds('out_of_range', 0, limits.price_factors_max)),
})
export type PriceFactorInput = z.infer<typeof priceFactorsInput>['factors'][number]
