import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { currencyCode, id, money, namedObject, oneLineText, time, wholeNumber } from './common.ts'
import { limitPeriod } from './settings.ts'

const percent = wholeNumber(0, 100)
const yearPoints = wholeNumber(0, limits.plan_points_max)

/**
 * A scenario of a year. `allowance`: points that a person may give in a period. `use_percent`: the
 * part of it that people give. `gift_card_percent`: the part of all points that becomes gift cards,
 * which cost a fee.
 */
const planFields = {
  name: oneLineText(1, limits.plan_name_chars_max),
  people: wholeNumber(0, limits.plan_people_max),
  allowance: wholeNumber(0, limits.limit_max),
  period: limitPeriod,
  use_percent: percent,
  celebration_points: yearPoints,
  award_points: yearPoints,
  bonus_points: yearPoints,
  gift_card_percent: percent,
  currency: currencyCode,
  hundred_points_minor: wholeNumber(1, limits.hundred_points_minor_max),
}
export const planInput = z.strictObject(planFields).meta({ id: 'PlanInput' })
export type PlanInput = z.infer<typeof planInput>
export const plan = namedObject('Plan', { id: id('plan'), ...planFields, created_at: time })
export type Plan = z.infer<typeof plan>

/**
 * Figures of the team to start a plan from. `allowance`: of a person on average, null without a
 * limit. `celebration_points`: of the calendar of next year. The rest is of the last 365 days;
 * `use_percent` and `gift_card_percent` are null without anything to compare.
 */
export const planBasis = namedObject('PlanBasis', {
  people: z.number().int(),
  allowance: z.number().int().nullable(),
  period: limitPeriod,
  use_percent: z.number().int().nullable(),
  celebration_points: z.number().int(),
  award_points: z.number().int(),
  bonus_points: z.number().int(),
  gift_card_percent: z.number().int().nullable(),
  hundred_points: money.nullable(),
})
export type PlanBasis = z.infer<typeof planBasis>
