import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { date, namedObject, namedStrictObject, wholeNumber } from './common.ts'

/**
 * `months`: points expire at the end of that month after the one in which they were received. Null:
 * points never expire. `first_day`: nothing expires before it.
 */
export const pointExpiry = namedObject('PointExpiry', {
  months: z.number().int().nullable(),
  first_day: date.nullable(),
})
export type PointExpiry = z.infer<typeof pointExpiry>
export const pointExpiryInput = namedStrictObject('PointExpiryInput', {
  months: wholeNumber(limits.point_expiry_months_min, limits.point_expiry_months_max).nullable(),
})
