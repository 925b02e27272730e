import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import {
  color,
  date,
  id,
  language,
  namedObject,
  namedStrictObject,
  oneLineText,
  picture,
  time,
} from './common.ts'
import { leaderboardMode, limitPeriod } from './settings.ts'

/** A display with its own link. `used_on`: the last day on which the display was on. */
export const officeScreen = namedObject('OfficeScreen', {
  id: id('office_screen'),
  name: z.string(),
  created_at: time,
  used_on: date.nullable(),
})
export type OfficeScreen = z.infer<typeof officeScreen>
export const officeScreenCreate = namedStrictObject('OfficeScreenCreate', {
  name: oneLineText(1, limits.office_screen_name_chars_max),
})
export const officeScreenCreated = officeScreen
  .extend({ url: z.string() })
  .meta({ id: 'OfficeScreenCreated' })
export const officeScreenLink = namedStrictObject('TokenInput', {
  token: z.string('not_found').min(1, 'not_found').max(200, 'not_found'),
})

/** A person without id and address. `is_former`: no longer a member, without a name. */
const screenPerson = namedObject('OfficeScreenPerson', {
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar: picture,
  is_former: z.boolean(),
})
export type OfficeScreenPerson = z.infer<typeof screenPerson>

/** A public post. `from`: null for a post by the team. `to`: the first of `to_count` recipients. */
const screenPost = namedObject('OfficeScreenPost', {
  id: id('post'),
  from: screenPerson.nullable(),
  to: z.array(screenPerson),
  to_count: z.number().int(),
  value: namedObject('OfficeScreenValue', {
    name: z.string(),
    emoji: z.string(),
    color: z.string(),
  }),
  score: z.number().int(),
  description: z.string(),
  created_at: time,
})
export type OfficeScreenPost = z.infer<typeof screenPost>

/** `total`: the points of everyone. `items` is empty for a team without ranking. */
const screenLeaders = namedObject('OfficeScreenLeaders', {
  mode: leaderboardMode,
  period: limitPeriod,
  total: z.number().int(),
  items: z.array(
    namedObject('OfficeScreenLeader', { person: screenPerson, score: z.number().int() }),
  ),
})
const screenDate = namedObject('OfficeScreenDate', {
  person: screenPerson,
  kind: z.enum(['birthday', 'anniversary']),
  date,
  years: z.number().int().nullable(),
})

/**
 * Everything that a display shows: public posts, the leaderboard unless the team hides it, and dates
 * that people show to everyone.
 */
export const officeScreenView = namedObject('OfficeScreenView', {
  team: z.string(),
  logo: picture,
  language,
  timezone: z.string(),
  active_color: color,
  posts: z.array(screenPost),
  leaders: screenLeaders.nullable(),
  dates: z.array(screenDate),
})
export type OfficeScreenView = z.infer<typeof officeScreenView>
