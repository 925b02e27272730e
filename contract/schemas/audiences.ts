import { z } from 'zod'
import {
  codeWithBounds,
  countryCode,
  flag,
  id,
  namedObject,
  namedStrictObject,
  wholeNumber,
} from './common.ts'
import { limits } from '#contract/limits.ts'
import { groupName } from './organization-record.ts'
import { person } from './users.ts'

/** At most `max` ids, none by default. */
const optionalIds = (kind: 'group' | 'user', max: number) =>
  z
    .array(id(kind), 'wrong_format')
    .max(max, codeWithBounds('out_of_range', 0, max))
    .default([])
const months = wholeNumber(0, limits.tenure_months_max).nullable().default(null)

/**
 * A filter of people. It includes `user_ids` and, if there are other conditions, everyone who meets
 * all of them. Without any condition it includes everyone.
 */
export const audienceInput = namedStrictObject('AudienceInput', {
  /** In at least one of these groups or a department below one. */
  group_ids: optionalIds('group', limits.audience_groups_max),
  /** In none of these groups and of the departments below them. */
  excluded_group_ids: optionalIds('group', limits.audience_groups_max),
  /** With people who report to them, or owners of a group. */
  managers_only: flag.default(false),
  countries: z
    .array(countryCode, 'wrong_format')
    .max(
      limits.audience_countries_max,
      codeWithBounds('out_of_range', 0, limits.audience_countries_max),
    )
    .default([]),
  /** Months since the first day at work: at least the first, less than the second. */
  tenure_months_from: months,
  tenure_months_to: months,
  user_ids: optionalIds('user', limits.audience_users_max),
})
export type AudienceInput = z.infer<typeof audienceInput>
/** Returns whether a filter leaves somebody out. */
export const hasConditions = (people: AudienceInput): boolean =>
  people.managers_only ||
  people.tenure_months_from !== null ||
  people.tenure_months_to !== null ||
  [people.group_ids, people.excluded_group_ids, people.countries, people.user_ids].some(
    (list) => list.length > 0,
  )

/** A filter of people with the names of its groups and people. Deleted ones are left out. */
export const audience = namedObject('Audience', {
  groups: z.array(groupName),
  excluded_groups: z.array(groupName),
  managers_only: z.boolean(),
  countries: z.array(countryCode),
  tenure_months_from: z.number().int().nullable(),
  tenure_months_to: z.number().int().nullable(),
  people: z.array(person),
})
export type Audience = z.infer<typeof audience>

export const audiencePreviewInput = namedStrictObject('AudiencePreviewInput', {
  audience: audienceInput,
})
/** The number of people of an audience, and the first of them by name. */
export const audiencePreview = namedObject('AudiencePreview', {
  count: z.number().int(),
  people: z.array(person),
})
