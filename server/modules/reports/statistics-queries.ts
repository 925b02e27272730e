import { sql } from 'kysely'
import type { RewardRow } from '#server/modules/purchases/present.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toIdRange } from '#server/platform/ids.ts'
import {
  currentPeople,
  groupActRows,
  groupPurchaseRows,
  groupUserRows,
  type ReportGroup,
} from './group-row-queries.ts'
import { type DayRange, precedingDays } from './report-period.ts'
import { listSnapshotDays } from './snapshot-queries.ts'
import { type UserRowSource, userRows } from './snapshot-row-queries.ts'
import { splitAtUtcDays, toUtcDays } from './utc-days.ts'

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

/** Returns the posts and purchases of users as rows that sum to those of a range. */
const acts: UserRowSource = {
  snapshot: (sign) =>
    sign === 1
      ? sql`s.given_posts, s.received_posts, s.purchases`
      : sql`-s.given_posts, -s.received_posts, -s.purchases`,
  recognition: sql`d.given_posts::int, d.received_posts::int, 0`,
  recognitionWhere: sql`(d.given_posts > 0 or d.received_posts > 0)`,
  redemptions: sql`0, 0, d.purchases::int`,
}
/** What statistics cover: a workspace, its days, and the group whose people count. */
export type StatisticsSource = {
  workspaceId: string
  days: DayRange
  group?: ReportGroup | undefined
}

type People = Omit<StatisticsSums, 'granted' | 'spent'>

/** Returns how many users gave, received or redeemed in a range, and how many are members today. */
async function countActivePeople(
  trx: Trx,
  { workspaceId, days, group }: StatisticsSource,
  snapshotDays: string[],
): Promise<People> {
  const actRows = group
    ? groupUserRows(workspaceId, group, days, { snapshotDays, source: acts })
    : userRows(workspaceId, days, snapshotDays, acts)
  const isMember = group
    ? sql`user_id in (${currentPeople(workspaceId, group)})`
    : sql`user_id not in (select id from absent)`
  // Users with figures always exist, so all except former users are members.
  const { rows } = await sql<People>`
    with absent as materialized (
      select id from users where workspace_id = ${workspaceId} and state <> 'accepted'),
    sums as (
      select x.user_id, sum(x.given) > 0 as gave, sum(x.received) > 0 as received
      from (${actRows}) x (user_id, given, received, purchases)
      group by x.user_id
      having sum(x.given) > 0 or sum(x.received) > 0 or sum(x.purchases) > 0),
    marked as (
      select gave, received, ${isMember} as is_member from sums)
    select count(*) as active, count(*) filter (where is_member) as engaged,
      count(*) filter (where is_member and gave) as givers,
      count(*) filter (where is_member and received) as recipients
    from marked`.execute(trx)
  return rows[0] ?? { active: 0, engaged: 0, givers: 0, recipients: 0 }
}

/** Returns the granted and spent points and the active users of a group by day. */
async function listGroupDayStatistics(
  trx: Trx,
  workspaceId: string,
  group: ReportGroup,
  days: Pick<DayRange, 'from' | 'to'>,
): Promise<DayStatistics[]> {
  const { rows } = await sql<DayStatistics>`
    select day, sum(granted)::bigint as granted, sum(spent)::bigint as spent,
      count(distinct user_id) as active
    from (${groupActRows(workspaceId, group, days)}) x
    group by day`.execute(trx)
  return rows
}

/**
 * Returns the granted and spent points and the active users of each day with any: summed days up
 * to the newest snapshot, and the daily rollups after it.
 */
async function listDayStatistics(
  trx: Trx,
  { workspaceId, days: { from, to }, group }: StatisticsSource,
  newest: string | undefined,
): Promise<DayStatistics[]> {
  if (group) return listGroupDayStatistics(trx, workspaceId, group, { from, to })
  const recent = sql`d.workspace_id = ${workspaceId} and d.day between ${from}::date and ${to}::date
    and d.day > ${newest ?? '-infinity'}::date`
  const { rows } = await sql<DayStatistics>`
    select day, granted, spent, active from daily_totals
    where workspace_id = ${workspaceId} and day between ${from}::date and ${to}::date
    union all
    select day, sum(granted), sum(spent), count(distinct user_id)
    from (
      select d.day, d.user_id, d.given_points as granted, 0 as spent
      from daily_recognition d
      where ${recent} and (d.given_posts > 0 or d.received_posts > 0)
      union all
      select d.day, d.user_id, 0, d.points
      from daily_redemptions d
      where ${recent} and d.purchases > 0) acts
    group by day`.execute(trx)
  return rows
}

/**
 * Returns the sums of these days and of the preceding days. `active` users gave, received or
 * redeemed; `engaged` users, `givers` and `recipients` are also members today, of the group as well.
 * `outstanding` is the sum of all balances.
 */
export async function sumStatistics(trx: Trx, source: StatisticsSource): Promise<StatisticsRow> {
  const { workspaceId, days, group } = source
  const before = precedingDays(days)
  const snapshotDays = await listSnapshotDays(trx, workspaceId)
  const peopleNow = await countActivePeople(trx, source, snapshotDays)
  const peopleBefore = await countActivePeople(trx, { ...source, days: before }, snapshotDays)
  const found = await listDayStatistics(
    trx,
    { ...source, days: { ...days, from: before.from } },
    snapshotDays.at(-1),
  )
  const only = (column: 'id' | 'user_id') =>
    group ? sql`and ${sql.ref(column)} in (${currentPeople(workspaceId, group)})` : sql``
  const { rows } = await sql<{ people: number; outstanding: number }>`
    select
      (
        select count(*) from users
        where workspace_id = ${workspaceId} and state = 'accepted' ${only('id')}
      ) as people,
      (
        select coalesce(sum(balance), 0) from wallets
        where workspace_id = ${workspaceId} ${only('user_id')}
      ) as outstanding`.execute(trx)
  const sumOf = (people: People, list: DayStatistics[]): StatisticsSums => ({
    ...people,
    granted: list.reduce((sum, { granted }) => sum + granted, 0),
    spent: list.reduce((sum, { spent }) => sum + spent, 0),
  })
  const isNow = ({ day }: DayStatistics) => day >= days.from
  return {
    people: rows[0]?.people ?? 0,
    outstanding: rows[0]?.outstanding ?? 0,
    now: sumOf(peopleNow, found.filter(isNow)),
    before: sumOf(
      peopleBefore,
      found.filter((row) => !isNow(row)),
    ),
    days: found.filter(isNow),
  }
}

export type PopularRewardRow = RewardRow & { purchases: number; points: number }

/** Returns the purchases of each reward as rows that sum to those of these days. */
async function listPurchaseRows(
  trx: Trx,
  { workspaceId, days, group }: StatisticsSource,
  timezone: string,
) {
  if (group) return [groupPurchaseRows(workspaceId, group, days)]
  const newest = (await listSnapshotDays(trx, workspaceId)).at(-1)
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
  { timezone, limit }: { timezone: string; limit: number },
): Promise<PopularRewardRow[]> {
  const { workspaceId } = source
  const purchased = await listPurchaseRows(trx, source, timezone)
  const { rows } = await sql<PopularRewardRow>`
    select r.id, r.title, r.description, r.price, r.category, r.emoji,
      f.storage_key as picture_key, r.one_time, r.comment_required, r.available_amount, r.type,
      r.reward_type, r.country, r.product_id, r.gift_card_value, r.deadline, r.demo, r.created_at,
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
