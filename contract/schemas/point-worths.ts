import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import {
  countryCode,
  currencyCode,
  date,
  flag,
  id,
  money,
  namedObject,
  namedStrictObject,
  time,
  wholeNumber,
} from './common.ts'
import { person } from './users.ts'

/** The currency and the minor units of 100 points. */
const amountFields = {
  currency: currencyCode,
  hundred_points_minor: wholeNumber(1, limits.hundred_points_minor_max),
}

/**
 * What 100 points are worth from a day on. `country`: null for countries without a worth of their
 * own. `state`: whether it is valid today. `created_by`: null for one of the first settings.
 */
export const pointWorth = namedObject('PointWorth', {
  id: id('point_worth'),
  country: z.string().nullable(),
  currency: z.string(),
  hundred_points_minor: z.number().int(),
  valid_from: date,
  state: z.enum(['past', 'current', 'coming']),
  created_at: time,
  created_by: person.nullable(),
})
export type PointWorth = z.infer<typeof pointWorth>

/**
 * `shown_to_members`: members see what their points are worth. `announced`: a lower worth begins 30
 * days later at the earliest, and members who see the worth are told until then.
 */
const policyFields = { shown_to_members: flag, announced: flag }
export const worthPolicy = namedObject('WorthPolicy', policyFields)
export type WorthPolicy = z.infer<typeof worthPolicy>
export const worthPolicyInput = namedStrictObject('WorthPolicyInput', policyFields)

/**
 * What 100 points of the reader are worth. `lower`: the announced lower worth and its first day.
 */
export const ownWorth = namedObject('OwnWorth', {
  hundred_points: money,
  lower: z.object({ hundred_points: money, valid_from: date }).nullable(),
})
export type OwnWorth = z.infer<typeof ownWorth>

/**
 * `valid_from`: today or later, default today. The first worth of a team may begin on any day, so
 * that earlier days have a worth.
 */
export const pointWorthCreate = namedStrictObject('PointWorthCreate', {
  country: countryCode.nullable().default(null),
  ...amountFields,
  valid_from: date.optional(),
})
export const pointWorthUpdate = namedStrictObject('PointWorthUpdate', amountFields)
