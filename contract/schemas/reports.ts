import { z } from 'zod'
import { csvBom, date, id, language } from './common.ts'
import { limits } from '#contract/limits.ts'
import { person } from './users.ts'
import { reward } from './rewards.ts'
import { leaderboardMode } from './settings.ts'
import { value } from './values.ts'

const direction = z.enum(['received', 'given'], 'wrong_format')
/**
 * `from` and `to` are days, both included, `limits.report_days_max` at most; without them a
 * `period` so far: for boards and persons the workspace's limit period, for the dashboard the last
 * 30 days, for relations a year. All time is for boards, values and activity. Anything else is
 * refused with out_of_range.
 */
const reportRange = {
  period: z.enum(['day', 'week', 'month', 'quarter', 'year', 'all'], 'wrong_format').optional(),
  from: date.optional(),
  to: date.optional(),
}
export const reportQuery = z.strictObject({
  ...reportRange,
  direction: direction.optional(),
  limit: z.coerce.number().int().min(1).max(limits.leaders_max).default(10),
})
export const rangeQuery = z.strictObject(reportRange)

/**
 * Ties share a rank; shares of the whole list total 100. Readers without access to private posts
 * get the figures of public posts, in every report.
 */
export const leader = z.object({
  user_id: id('user'),
  user: person,
  score: z.number().int(),
  share: z.number().int(),
  rank: z.number().int(),
})
export type Leader = z.infer<typeof leader>
/**
 * `direction`: what was ranked, by the mode or as an administrator asked. `items` is empty for
 * members of a team that ranks nobody.
 */
export const leaderboard = z.object({
  items: z.array(leader),
  total: z.number().int(),
  own: leader.nullable(),
  direction,
  mode: leaderboardMode,
  from: date,
  to: date,
})

export const valueShare = z.object({
  value,
  score: z.number().int(),
  posts: z.number().int(),
  share: z.number().int(),
})
export const activity = z.array(
  z.object({ day: date, given: z.number().int(), received: z.number().int() }),
)
const relatedPerson = z.object({ user: person, score: z.number().int(), posts: z.number().int() })
/**
 * The people that somebody recognises most, and those that recognise them most. Private posts count
 * for administrators, for the person, and for the reader who wrote or received them.
 */
export const relations = z.object({
  recognises: z.array(relatedPerson),
  recognised_by: z.array(relatedPerson),
})
/**
 * Who recognises whom: the strongest ties (`limits.org_chart_edges`); `more` when weaker ones were
 * left out. `people` holds everybody with a tie, and up to as many without.
 */
export const orgChart = z.object({
  people: z.array(person),
  edges: z.array(
    z.object({
      from_id: id('user'),
      to_id: id('user'),
      score: z.number().int(),
      posts: z.number().int(),
    }),
  ),
  more: z.boolean(),
  from: date,
  to: date,
})
/**
 * What the newest public posts of the range speak of (`limits.topics_posts` at most): words and
 * pairs used by three authors and more. `languages`: what they are written in.
 */
export const commonTopicsQuery = z.strictObject({
  ...reportRange,
  language: language.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export const commonTopicsReport = z.object({
  items: z.array(
    z.object({ topic: z.string(), posts: z.number().int(), authors: z.number().int() }),
  ),
  languages: z.array(z.object({ language, posts: z.number().int() })),
  posts: z.number().int(),
  from: date,
  to: date,
})
/** A figure of the range, and of the range of the same length before it. */
const comparedNumber = z.object({ now: z.number(), before: z.number() })
/**
 * The figures of the dashboard: the last 30 days unless asked otherwise. `team_engagement` in per
 * cent of `people`.
 */
export const statistics = z.object({
  from: date,
  to: date,
  people: z.number().int(),
  active_users: comparedNumber,
  points_granted: comparedNumber,
  points_spent: comparedNumber,
  team_engagement: comparedNumber,
  days: z.array(
    z.object({
      day: date,
      granted: z.number().int(),
      spent: z.number().int(),
      active: z.number().int(),
    }),
  ),
  popular_rewards: z.array(
    z.object({ reward, purchases: z.number().int(), points: z.number().int() }),
  ),
})
/** Who was not thanked in the range. In a team of fewer than five nobody is named (`hidden`). */
export const unrecognizedPeople = z.object({
  hidden: z.boolean(),
  total: z.number().int(),
  people: z.number().int(),
  items: z.array(z.object({ user: person, last_thanked: date.nullable() })),
  from: date,
  to: date,
})
export const dashboardTile = z.enum(
  ['figures', 'leaders', 'values', 'popular_rewards', 'org_chart', 'common_topics', 'unthanked'],
  'wrong_format',
)
/** One tile of the dashboard as a file. */
export const tileExportQuery = z.strictObject({
  ...reportRange,
  tile: dashboardTile,
  direction: direction.optional(),
  language: language.optional(),
  bom: csvBom,
})
