import type { OutputOf } from '#contract/routes/index.ts'
import type { Leader } from '#contract/schemas/reports.ts'
import type { Person } from '#contract/schemas/users.ts'
import { presentReward } from '#server/modules/purchases/present.ts'
import { requirePerson } from '#server/modules/people/load-people.ts'
import { presentValue } from '#server/modules/values/present.ts'
import type { RecognitionTie, UnthankedRow } from './graph-queries.ts'
import type { GraphEdge } from './pair-queries.ts'
import type { LeaderRow, ValueTotal, ValueTrendRow } from './queries.ts'
import { type DayRange, listDays, percentShares } from './report-period.ts'
import type { PopularRewardRow, StatisticsRow } from './statistics-queries.ts'

export const presentLeader = (row: LeaderRow, people: Map<string, Person>): Leader => ({
  ...row,
  user: requirePerson(people, row.user_id),
})

/** Returns values with their figures and shares that total 100. */
export function presentValueTotals(rows: ValueTotal[]): OutputOf<'leaderboards.values'> {
  const shares = percentShares(rows.map((row) => row.score))
  return rows.map(({ score, posts, ...value }, index) => ({
    value: presentValue(value),
    score,
    posts,
    share: shares[index] ?? 0,
  }))
}

/**
 * Returns the points of each value by day, the strongest value first. Retired values are one entry,
 * the last.
 */
export function presentValueTrends(
  rows: ValueTrendRow[],
  days: DayRange,
): OutputOf<'leaderboards.value_trends'> {
  const dayList = listDays(days)
  const toDays = (found: ValueTrendRow[]) => {
    const scores = new Map<string, number>()
    for (const row of found)
      for (const { day, score } of row.days) scores.set(day, (scores.get(day) ?? 0) + score)
    return dayList.map((day) => scores.get(day) ?? 0)
  }
  const toTrend = (found: ValueTrendRow[], value: ValueTrendRow | null) => ({
    value: value && presentValue(value),
    score: found.reduce((sum, { score }) => sum + score, 0),
    before: found.reduce((sum, { before }) => sum + before, 0),
    days: toDays(found),
  })
  const retired = rows.filter((row) => row.retired_at !== null)
  return {
    from: days.from,
    to: days.to,
    values: [
      ...rows.filter((row) => row.retired_at === null).map((row) => toTrend([row], row)),
      ...(retired.length ? [toTrend(retired, null)] : []),
    ],
  }
}

const percentWithOneDecimal = (part: number, total: number) =>
  total ? Math.round((part * 1_000) / total) / 10 : 0

/** Returns the dashboard figures, with a row for every day. */
export function presentStatistics(
  { people, outstanding, now, before, days: found }: StatisticsRow,
  popularRewards: PopularRewardRow[],
  workspaceId: string,
  days: DayRange,
): OutputOf<'leaderboards.statistics'> {
  const byDay = new Map(found.map((row) => [row.day, row]))
  return {
    from: days.from,
    to: days.to,
    people,
    active_users: { now: now.active, before: before.active },
    points_granted: { now: now.granted, before: before.granted },
    points_spent: { now: now.spent, before: before.spent },
    team_engagement: {
      now: percentWithOneDecimal(now.engaged, people),
      before: percentWithOneDecimal(before.engaged, people),
    },
    givers: { now: now.givers, before: before.givers },
    recipients: { now: now.recipients, before: before.recipients },
    points_outstanding: outstanding,
    days: listDays(days).map((day) => ({
      granted: 0,
      spent: 0,
      active: 0,
      ...byDay.get(day),
      day,
    })),
    popular_rewards: popularRewards.map(({ purchases, points, ...row }) => ({
      reward: presentReward(row, workspaceId),
      purchases,
      points,
    })),
  }
}

export function presentRelations(
  recognises: RecognitionTie[],
  recognisedBy: RecognitionTie[],
  people: Map<string, Person>,
): OutputOf<'leaderboards.relations'> {
  const present = ({ user_id: userId, score, posts }: RecognitionTie) => ({
    user: requirePerson(people, userId),
    score,
    posts,
  })
  return { recognises: recognises.map(present), recognised_by: recognisedBy.map(present) }
}

/** Returns the chart of these edges. `people` has the ends of the edges and users without edges. */
export const presentOrgChart = (
  people: Person[],
  edges: GraphEdge[],
  more: boolean,
  { from, to }: DayRange,
): OutputOf<'leaderboards.org_chart'> => ({ people, edges, more, from, to })

/** Returns the users without recognition; without names if `hidden`. */
export function presentUnthanked(
  rows: UnthankedRow[],
  named: Map<string, Person>,
  hidden: boolean,
  { from, to }: DayRange,
): OutputOf<'leaderboards.unthanked'> {
  return {
    hidden,
    people: rows[0]?.people ?? 0,
    total: hidden ? 0 : (rows[0]?.total ?? 0),
    from,
    to,
    items: rows.flatMap(({ user_id: userId, last_thanked: lastThanked }) =>
      userId === null ? [] : [{ user: requirePerson(named, userId), last_thanked: lastThanked }],
    ),
  }
}
