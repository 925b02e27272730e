import { z } from 'zod'
import { date, id, language, namedObject, tableFileParams, time } from './common.ts'
import { limits } from '#contract/limits.ts'
import { person } from './users.ts'
import { rewardSummary } from './rewards.ts'
import { leaderboardMode } from './settings.ts'
import { value } from './values.ts'

const direction = z.enum(['received', 'given'], 'wrong_format')
/**
 * `from` and `to` are days, both included, at most `limits.report_days_max` apart. Without them,
 * `period` counts up to today. Defaults: the workspace's limit period for boards and people, the
 * last 30 days for the dashboard, a year for relations. Only boards, values and activity accept all
 * time. Anything else fails with out_of_range.
 */
const reportRange = {
  period: z.enum(['day', 'week', 'month', 'quarter', 'year', 'all'], 'wrong_format').optional(),
  from: date.optional(),
  to: date.optional(),
}
export const reportQueryParams = z.strictObject({
  ...reportRange,
  direction: direction.optional(),
  limit: z.coerce.number().int().min(1).max(limits.leaders_max).default(10),
})
export const rangeQueryParams = z.strictObject(reportRange)
/**
 * `group_id`: figures of the people of a group, for the days in which they belonged to it. A group
 * whose figures would reveal those of a few people fails with group_too_small.
 */
const groupFilter = { group_id: id('group').optional() }
export const leaderboardQueryParams = reportQueryParams.extend(groupFilter)
export const groupRangeQueryParams = rangeQueryParams.extend(groupFilter)

/**
 * Ties share a rank; shares of the whole list sum to 100. Every report counts only public posts for
 * readers without access to private ones.
 */
export const leader = namedObject('Leader', {
  user_id: id('user'),
  user: person,
  score: z.number().int(),
  share: z.number().int(),
  rank: z.number().int(),
})
export type Leader = z.infer<typeof leader>
/**
 * `direction`: the ranked direction, from the mode or the administrator's query. `items` is empty
 * for members of a team without ranking.
 */
export const leaderboard = namedObject('Leaderboard', {
  items: z.array(leader),
  total: z.number().int(),
  own: leader.nullable(),
  direction,
  mode: leaderboardMode,
  from: date,
  to: date,
})

export const valueShare = namedObject('ValueShare', {
  value,
  score: z.number().int(),
  posts: z.number().int(),
  share: z.number().int(),
})
/**
 * Points by value and day of the range, the strongest value first, and `before`: the points of the
 * preceding range of the same length. `days` has a number for each day. `value` is null for all
 * retired values together.
 */
export const valueTrends = namedObject('ValueTrends', {
  from: date,
  to: date,
  values: z.array(
    namedObject('ValueTrend', {
      value: value.nullable(),
      score: z.number().int(),
      before: z.number().int(),
      days: z.array(z.number().int()),
    }),
  ),
})
export const activity = z.array(
  namedObject('ActivityDay', { day: date, given: z.number().int(), received: z.number().int() }),
)
const relatedPerson = namedObject('RelatedPerson', {
  user: person,
  score: z.number().int(),
  posts: z.number().int(),
})
/**
 * The people a user recognizes most, and those that recognize the user most. Private posts count
 * for administrators, for the user, and for a reader that sent or received them.
 */
export const relations = namedObject('RecognitionRelations', {
  recognises: z.array(relatedPerson),
  recognised_by: z.array(relatedPerson),
})
/** The points and posts from one person to another. */
const recognitionEdge = namedObject('RecognitionEdge', {
  from_id: id('user'),
  to_id: id('user'),
  score: z.number().int(),
  posts: z.number().int(),
})
/**
 * The strongest recognition pairs (`limits.org_chart_edges`). `more`: weaker pairs were left out.
 * `people`: everyone with a pair, and up to as many without.
 */
export const orgChart = namedObject('RecognitionChart', {
  people: z.array(person),
  edges: z.array(recognitionEdge),
  more: z.boolean(),
  from: date,
  to: date,
})
/**
 * Groups of people that thank one another often, the largest first. A group has the id and the
 * person with the most connections in it. `more`: smaller groups that were left out. `computed_at`:
 * null if computed for this request.
 */
export const recognitionGroups = namedObject('RecognitionGroups', {
  groups: z.array(
    namedObject('RecognitionGroupSummary', {
      id: id('user'),
      person,
      people: z.number().int(),
      score: z.number().int(),
    }),
  ),
  edges: z.array(recognitionEdge),
  more: z.number().int(),
  /** People with connections to several groups, those with the most groups first. */
  bridges: z.array(
    namedObject('RecognitionBridge', {
      user: person,
      group_id: id('user'),
      groups: z.number().int(),
      posts: z.number().int(),
    }),
  ),
  /** Members that neither gave nor received recognition, at most `limits.graph_people_max`. */
  islands: z.object({ total: z.number().int(), people: z.array(person) }),
  from: date,
  to: date,
  computed_at: time.nullable(),
})
/** The best connected people of a group with the recognition between them. */
export const recognitionGroup = namedObject('RecognitionGroup', {
  people: z.array(person),
  edges: orgChart.shape.edges,
  /** People of the group, with those that were left out. */
  total: z.number().int(),
  from: date,
  to: date,
  computed_at: time.nullable(),
})
/**
 * Topics of the newest public posts of the range (at most `limits.topics_posts`): words and pairs
 * used by at least three authors. `languages`: languages of these posts.
 */
export const commonTopicsQueryParams = z.strictObject({
  ...reportRange,
  language: language.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export const commonTopicsReport = namedObject('CommonTopics', {
  items: z.array(
    namedObject('CommonTopic', {
      topic: z.string(),
      posts: z.number().int(),
      authors: z.number().int(),
    }),
  ),
  languages: z.array(namedObject('TopicLanguage', { language, posts: z.number().int() })),
  posts: z.number().int(),
  from: date,
  to: date,
})
/** A number for the range, and for the preceding range of the same length. */
const comparedNumber = namedObject('ComparedNumber', { now: z.number(), before: z.number() })
/**
 * Statistics of the dashboard, by default for the last 30 days. `team_engagement` is a percentage
 * of `people`, the accepted members; `givers` and `recipients` are numbers of these members.
 * `points_outstanding` is the sum of all balances now.
 */
export const statistics = namedObject('Statistics', {
  from: date,
  to: date,
  people: z.number().int(),
  active_users: comparedNumber,
  points_granted: comparedNumber,
  points_spent: comparedNumber,
  team_engagement: comparedNumber,
  givers: comparedNumber,
  recipients: comparedNumber,
  points_outstanding: z.number().int(),
  days: z.array(
    namedObject('StatisticsDay', {
      day: date,
      granted: z.number().int(),
      spent: z.number().int(),
      active: z.number().int(),
    }),
  ),
  popular_rewards: z.array(
    namedObject('PopularReward', {
      reward: rewardSummary,
      purchases: z.number().int(),
      points: z.number().int(),
    }),
  ),
})
/** A page of the users without recognition, from `offset`. */
export const unrecognizedPeopleQueryParams = z.strictObject({
  ...reportRange,
  ...groupFilter,
  limit: z.coerce.number().int().min(1).max(limits.leaders_max).default(limits.leaders_max),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
})
/**
 * Users without recognition in the range. `hidden`: a team of fewer than five people gets no names.
 */
export const unrecognizedPeople = namedObject('UnrecognizedPeople', {
  hidden: z.boolean(),
  total: z.number().int(),
  people: z.number().int(),
  items: z.array(
    namedObject('UnrecognizedPerson', { user: person, last_thanked: date.nullable() }),
  ),
  from: date,
  to: date,
})
const dashboardTile = z.enum(
  [
    'figures',
    'leaders',
    'values',
    'value_trends',
    'popular_rewards',
    'org_chart',
    'common_topics',
    'unthanked',
  ],
  'wrong_format',
)
/** A dashboard tile as a file. Chart and topics have no filter by group. */
export const tileExportQueryParams = z
  .strictObject({
    ...reportRange,
    ...groupFilter,
    tile: dashboardTile,
    direction: direction.optional(),
    language: language.optional(),
    ...tableFileParams,
  })
  .refine(
    ({ tile, group_id: groupId }) =>
      groupId === undefined || (tile !== 'org_chart' && tile !== 'common_topics'),
    { error: 'wrong_format', path: ['group_id'] },
  )
