import { type RawBuilder, sql } from 'kysely'
import { rankOfState } from '#server/modules/people/queries.ts'
import type { RewardRow } from '#server/modules/purchases/present.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toIdRange } from '#server/platform/ids.ts'
import {
  currentPeople,
  groupActRows,
  groupPurchaseRows,
  type ReportGroup,
} from './group-row-queries.ts'
import { type DayRange, precedingDays } from './report-period.ts'
import { twoRangesUserRows } from './snapshot-row-queries.ts'
import { splitAtUtcDays, toUtcDays } from './utc-days.ts'

type SqlPart = RawBuilder<unknown>
type StatisticsSums = {
  active: number
  engaged: number
  givers: number
  recipients: number
  granted: number
  spent: number
}
type DayStatistics = { day: string; granted: number; spent: number; active: number }
export type StatisticsRow = {
  people: number
  outstanding: number
  now: StatisticsSums
  before: StatisticsSums
  days: DayStatistics[]
}

/** What statistics cover: a workspace, its days, and the group whose people count. */
export type StatisticsSource = {
  workspaceId: string
  days: DayRange
  group?: ReportGroup | undefined
}

type People = Omit<StatisticsSums, 'granted' | 'spent'>

type TwoRanges = { now: People; before: People }
type Activity = TwoRanges & { days: DayStatistics[] }

/** Returns the counts of people as JSON: of rows with `is_member` that meet these conditions. */
const countPeople = (acted: SqlPart, gave: SqlPart, received: SqlPart) => sql`json_build_object(
  'active', count(*) filter (where ${acted}),
  'engaged', count(*) filter (where is_member and (${acted})),
  'givers', count(*) filter (where is_member and ${gave}),
  'recipients', count(*) filter (where is_member and ${received}))`

/**
 * Returns the query of the users that are not accepted, found by the index of the team list: few of
 * all users.
 */
const absentUsers = (workspaceId: string) => sql`
  select id from users
  where workspace_id = ${workspaceId} and ${rankOfState('state')} in (0, 2, 3)`

/**
 * Returns how many users gave, received or redeemed in these days and in the preceding ones, and how
 * many are members today, with one pass over the rollups.
 */
async function countActivePeople(
  trx: Trx,
  { workspaceId, days }: StatisticsSource,
  snapshotDays: readonly string[],
): Promise<TwoRanges> {
  const ranges = { now: days, before: precedingDays(days) }
  const count = (range: 'now' | 'before') =>
    countPeople(
      sql.raw(`${range}_gave or ${range}_received or ${range}_purchased`),
      sql.ref(`${range}_gave`),
      sql.ref(`${range}_received`),
    )
  // Users with figures always exist, so all except former users are members.
  const { rows } = await sql<TwoRanges>`
    with absent as materialized (${absentUsers(workspaceId)})
    select ${count('now')} as now, ${count('before')} as before
    from (
      select sum(given) > 0 as now_gave, sum(received) > 0 as now_received,
        sum(purchases) > 0 as now_purchased, sum(before_given) > 0 as before_gave,
        sum(before_received) > 0 as before_received, sum(before_purchases) > 0 as before_purchased,
        user_id not in (select id from absent) as is_member
      from (${twoRangesUserRows(workspaceId, ranges, snapshotDays)})
        x (user_id, given, received, purchases, before_given, before_received, before_purchases)
      group by user_id) sums`.execute(trx)
  const none = { active: 0, engaged: 0, givers: 0, recipients: 0 }
  return rows[0] ?? { now: none, before: none }
}

/**
 * Returns the granted and spent points and the active users of each day with any, from the first of
 * the preceding days: summed days up to the newest snapshot, and the daily rollups after it.
 */
async function listDayStatistics(
  trx: Trx,
  { workspaceId, days }: StatisticsSource,
  newest: string | undefined,
): Promise<DayStatistics[]> {
  const { from } = precedingDays(days)
  const { to } = days
  const recent = sql`d.workspace_id = ${workspaceId} and d.day between ${from}::date and ${to}::date
    and d.day > ${newest ?? '-infinity'}::date`
  const isActive = sql`(d.given_posts > 0 or d.received_posts > 0)`
  const { rows } = await sql<DayStatistics>`
    select day, granted, spent, active from daily_totals
    where workspace_id = ${workspaceId} and day between ${from}::date and ${to}::date
    union all
    -- Users who only redeemed are counted beside the others: the posts of a day are in the order of
    -- their users, so that counting them needs no sort.
    select day, sum(granted)::bigint, sum(spent)::bigint, sum(active)::bigint
    from (
      select d.day, sum(d.given_points) as granted, 0 as spent, count(distinct d.user_id) as active
      from daily_recognition d
      where ${recent} and ${isActive}
      group by d.day
      union all
      select r.day, 0, sum(r.points), count(*) filter (where not exists (
        select from daily_recognition d
        where d.workspace_id = ${workspaceId} and d.day = r.day and d.user_id = r.user_id
          and ${isActive}))
      from (
        select d.day, d.user_id, d.points from daily_redemptions d
        where ${recent} and d.purchases > 0) r
      group by r.day) acts
    group by day`.execute(trx)
  return rows
}

/** Returns the number of members and the sum of all balances, of a group or of the workspace. */
async function countMembers(
  trx: Trx,
  { workspaceId, group }: StatisticsSource,
): Promise<{ people: number; outstanding: number }> {
  // Each user has a wallet, whose rows are narrow and cheaper to count than those of users.
  const { rows } = await sql<{ people: number; outstanding: number }>`
    select ${
      group ? sql`count(*)` : sql`count(*) - (select count(*) from (${absentUsers(workspaceId)}) a)`
    } as people, coalesce(sum(balance), 0)::bigint as outstanding
    from wallets
    where workspace_id = ${workspaceId}
      ${group ? sql`and user_id in (${currentPeople(workspaceId, group)})` : sql``}`.execute(trx)
  return rows[0] ?? { people: 0, outstanding: 0 }
}

/**
 * Returns the activity of a group in these days and in the preceding ones, with one pass over the
 * days of its people.
 */
async function findGroupActivity(
  trx: Trx,
  { workspaceId, days }: StatisticsSource,
  group: ReportGroup,
): Promise<Activity> {
  const acts = groupActRows(workspaceId, group, { from: precedingDays(days).from, to: days.to })
  const count = (isNow: boolean) => {
    const isInRange = isNow ? sql`is_now` : sql`not is_now`
    return countPeople(isInRange, sql`${isInRange} and gave`, sql`${isInRange} and received`)
  }
  const { rows } = await sql<Activity>`
    with acts as materialized (
      select *, day >= ${days.from}::date as is_now from (${acts}) a),
    people as materialized (
      select p.*, p.user_id in (${currentPeople(workspaceId, group)}) as is_member
      from (
        select is_now, user_id, bool_or(gave) as gave, bool_or(received) as received
        from acts group by is_now, user_id) p)
    select (select ${count(true)} from people) as now, (select ${count(false)} from people) as before, (
      select coalesce(json_agg(d), '[]') from (
        select day, sum(granted)::bigint as granted, sum(spent)::bigint as spent,
          count(distinct user_id) as active
        from acts group by day) d
    ) as days`.execute(trx)
  const none = { active: 0, engaged: 0, givers: 0, recipients: 0 }
  return rows[0] ?? { now: none, before: none, days: [] }
}

async function findActivity(
  trx: Trx,
  source: StatisticsSource,
  snapshotDays: readonly string[],
): Promise<Activity> {
  if (source.group) return findGroupActivity(trx, source, source.group)
  const [people, days] = await Promise.all([
    countActivePeople(trx, source, snapshotDays),
    listDayStatistics(trx, source, snapshotDays.at(-1)),
  ])
  return { ...people, days }
}

/**
 * Returns the sums of these days and of the preceding days. `active` users gave, received or
 * redeemed; `engaged` users, `givers` and `recipients` are also members today, of the group as well.
 * `outstanding` is the sum of all balances. All statements share one round trip.
 */
export async function sumStatistics(
  trx: Trx,
  source: StatisticsSource,
  snapshotDays: readonly string[],
): Promise<StatisticsRow> {
  const [activity, members] = await Promise.all([
    findActivity(trx, source, snapshotDays),
    countMembers(trx, source),
  ])
  const isNow = ({ day }: DayStatistics) => day >= source.days.from
  const sumOf = (people: People, list: DayStatistics[]): StatisticsSums => ({
    ...people,
    granted: list.reduce((sum, { granted }) => sum + granted, 0),
    spent: list.reduce((sum, { spent }) => sum + spent, 0),
  })
  const [now, before] = [true, false].map((one) =>
    activity.days.filter((day) => isNow(day) === one),
  ) as [DayStatistics[], DayStatistics[]]
  return {
    ...members,
    now: sumOf(activity.now, now),
    before: sumOf(activity.before, before),
    days: now,
  }
}

export type PopularRewardRow = RewardRow & { purchases: number; points: number }

/** Returns the purchases of each reward as rows that sum to those of these days. */
function purchaseRows(
  { workspaceId, days, group }: StatisticsSource,
  timezone: string,
  newest: string | undefined,
) {
  if (group) return [groupPurchaseRows(workspaceId, group, days)]
  const { utcDays, rest } = splitAtUtcDays(days, timezone, newest)
  const purchased = rest.map(({ from, to }) => {
    const { first, end } = toIdRange(toUtcDays(from, to))
    return sql`
      select p.reward_id, count(distinct p.id) as purchases, coalesce(sum(c.amount), 0) as points
      from purchases p
      left join contributions c on c.workspace_id = p.workspace_id and c.purchase_id = p.id
        and c.status <> 'declined'
      where p.workspace_id = ${workspaceId} and p.id >= ${first} and p.id < ${end}
        and p.status <> 'declined' and p.created_at >= ${from} and p.created_at < ${to}
      group by 1`
  })
  if (utcDays)
    purchased.push(sql`
      select d.reward_id, d.purchases, d.points
      from daily_rewards d
      where d.workspace_id = ${workspaceId}
        and d.day between ${utcDays.from}::date and ${utcDays.to}::date`)
  return purchased
}

/** Returns the rewards redeemed most in these days, without declined and canceled purchases. */
export async function listPopularRewards(
  trx: Trx,
  source: StatisticsSource,
  {
    timezone,
    limit,
    snapshotDays,
  }: { timezone: string; limit: number; snapshotDays: readonly string[] },
): Promise<PopularRewardRow[]> {
  const { workspaceId } = source
  const purchased = purchaseRows(source, timezone, snapshotDays.at(-1))
  const { rows } = await sql<PopularRewardRow>`
    select r.id, r.title, r.description, r.price, r.category, r.emoji,
      f.storage_key as picture_key, r.one_time, r.comment_required, r.available_amount, r.type,
      r.reward_type, r.country, r.product_id, r.gift_card_value, r.deadline, r.audience, r.person_max,
      r.person_period, r.demo, r.created_at,
      n.purchases, n.points,
      (
        select o.price from purchases o
        where o.workspace_id = ${workspaceId} and o.reward_id = r.id
          and o.reward_type = 'team' and o.status = 'pending'
      ) as filling_price
    from (
      select x.reward_id, sum(x.purchases)::bigint as purchases, sum(x.points)::bigint as points
      from (${sql.join(purchased, sql` union all `)}) x
      group by 1
      order by 2 desc, 3 desc, x.reward_id
      limit ${sql.lit(limit)}) n
    join rewards r on r.workspace_id = ${workspaceId} and r.id = n.reward_id
    left join files f on f.workspace_id = ${workspaceId} and f.id = r.picture_file_id
    order by n.purchases desc, n.points desc, r.id`.execute(trx)
  return rows
}
