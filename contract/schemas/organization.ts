import { z } from 'zod'
import {
  codeWithBounds,
  date,
  id,
  namedObject,
  namedStrictObject,
  pageOf,
  pageQueryParams,
} from './common.ts'
import { limits } from '#contract/limits.ts'
import { away } from './organization-record.ts'
import { importantDate, person } from './users.ts'

/** A person in the chart of managers. `reports`: the number of people who report to them directly. */
const chartPerson = person.extend({ reports: z.number().int() }).meta({ id: 'ChartPerson' })
export type ChartPerson = z.infer<typeof chartPerson>
export const chartQueryParams = z.strictObject({
  ...pageQueryParams,
  /** Without a person: those who have reports and no manager. */
  user_id: id('user').optional(),
})
/** A person, the managers above them (the highest first), and a page of their direct reports. */
export const chart = namedObject('ManagerChart', {
  managers: z.array(chartPerson),
  person: chartPerson.nullable(),
  reports: pageOf(chartPerson),
})

const teamScope = z.enum(['direct', 'all'], 'wrong_format')
export const teamQueryParams = z.strictObject({
  ...pageQueryParams,
  scope: teamScope.default('direct'),
  /** Only those without public thanks in the last 30 days. */
  unthanked: z.literal('true').optional(),
})
/**
 * A person of a manager's team. `last_thanked_on`: the day of the last public post about them.
 * `is_new`: managers may choose whom they meet first.
 */
const teamPerson = chartPerson
  .extend({ last_thanked_on: date.nullable(), away: away.nullable(), is_new: z.boolean() })
  .meta({ id: 'TeamPerson' })
export const teamPage = namedObject('TeamPage', {
  items: z.array(teamPerson),
  next_cursor: z.string().nullable(),
  /** People of the team, and those of them without public thanks in the last 30 days. */
  total: z.number().int(),
  unthanked: z.number().int(),
})
/** At most three people; nobody returns to the manager and the peers. */
export const introductionsInput = namedStrictObject('IntroductionsInput', {
  user_ids: z
    .array(id('user'), 'wrong_format')
    .max(limits.introductions_max, codeWithBounds('out_of_range', 0, limits.introductions_max)),
})
/** The leave of a person of the team; null ends it. */
export const teamAway = namedStrictObject('TeamAway', { away: away.nullable() })
export const teamSummaryQueryParams = z.strictObject({ scope: teamScope.default('direct') })
/**
 * Coming birthdays and anniversaries of a manager's team, and the values of public posts about them
 * in the last 90 days. Teams of fewer than `limits.group_figures_min` people have no values.
 */
export const teamSummary = namedObject('TeamSummary', {
  dates: z.array(importantDate),
  values: z.array(
    namedObject('TeamValue', {
      id: id('value'),
      name: z.string(),
      emoji: z.string(),
      posts: z.number().int(),
    }),
  ),
})
