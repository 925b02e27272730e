import { sql } from 'kysely'
import type { RewardRow } from '#server/modules/purchases/present.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toIdRange } from '#server/platform/ids.ts'
import { type DayRange, precedingDays } from './report-period.ts'

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

/**
 * Returns the sums of these days and of the preceding days, in one pass over the daily rollups.
 * `active` users gave, received or redeemed; `engaged` users, `givers` and `recipients` are also
 * members today. `outstanding` is the sum of all balances.
 */
export async function sumStatistics(
  trx: Trx,
  workspaceId: string,
  days: DayRange,
): Promise<StatisticsRow> {
  const before = precedingDays(days)
  const range = sql`d.workspace_id = ${workspaceId}
    and d.day between ${before.from}::date and ${days.to}::date`
  const sums = (when: 'now' | 'before') => sql`(
    select json_build_object(
      'active', count(*),
      'engaged', count(m.id),
      'givers', count(m.id) filter (where a.given_posts > 0),
      'recipients', count(m.id) filter (where a.received_posts > 0),
      'granted', coalesce(sum(a.granted), 0),
      'spent', coalesce(sum(a.spent), 0))
    from (
      select user_id, sum(granted) as granted, sum(spent) as spent,
        sum(given_posts) as given_posts, sum(received_posts) as received_posts
      from acts
      where day ${when === 'now' ? sql`>=` : sql`<`} ${days.from}::date
      group by user_id) a
    left join members m on m.id = a.user_id)`
  const {
    rows: [found],
  } = await sql<StatisticsRow>`
    with members as materialized (
      select id from users where workspace_id = ${workspaceId} and state = 'accepted'),
    acts as materialized (
      select d.day, d.user_id, sum(d.given_points) as granted, 0 as spent,
        sum(d.given_posts) as given_posts, sum(d.received_posts) as received_posts
      from daily_recognition d
      where ${range} and (d.given_posts > 0 or d.received_posts > 0)
      group by 1, 2
      union all
      select d.day, d.user_id, 0, d.points, 0, 0
      from daily_redemptions d
      where ${range} and d.purchases > 0)
    select
      (select count(*) from members) as people,
      (
        select coalesce(sum(balance), 0) from wallets
        where workspace_id = ${workspaceId}
      ) as outstanding,
      ${sums('now')} as now,
      ${sums('before')} as before,
      (
        select coalesce(json_agg(x), '[]') from (
          select day, sum(granted) as granted, sum(spent) as spent,
            count(distinct user_id) as active
          from acts
          where day >= ${days.from}::date
          group by day
        ) x) as days`.execute(trx)
  if (!found) throw new Error('no figures')
  return found
}

export type PopularRewardRow = RewardRow & { purchases: number; points: number }

/** Returns the rewards redeemed most in these days, without declined and canceled purchases. */
export async function listPopularRewards(
  trx: Trx,
  workspaceId: string,
  { days, timezone, limit }: { days: DayRange; timezone: string; limit: number },
): Promise<PopularRewardRow[]> {
  const { first, end } = toIdRange(days)
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
      select p.reward_id, count(distinct p.id) as purchases, coalesce(sum(c.amount), 0) as points
      from purchases p
      left join contributions c on c.workspace_id = p.workspace_id and c.purchase_id = p.id
        and c.status <> 'declined'
      where p.workspace_id = ${workspaceId} and p.id >= ${first} and p.id < ${end}
        and p.status <> 'declined'
        and (p.created_at at time zone ${timezone})::date
          between ${days.from}::date and ${days.to}::date
      group by 1
      order by purchases desc, points desc, p.reward_id
      limit ${sql.lit(limit)}) n
    join rewards r on r.workspace_id = ${workspaceId} and r.id = n.reward_id
    left join files f on f.workspace_id = ${workspaceId} and f.id = r.picture_file_id
    order by n.purchases desc, n.points desc, r.id`.execute(trx)
  return rows
}
