import { type RawBuilder, sql } from 'kysely'

/**
 * Rollups kept with each post and purchase, and snapshots, which are computed from these rollups.
 */
export const rollupTables = ['daily_recognition', 'total_recognition', 'daily_redemptions'] as const
export const snapshotTables = [
  'user_snapshots',
  'daily_totals',
  'daily_values',
  'monthly_values',
  'daily_rewards',
  'pair_sums',
] as const
export type RollupTable = (typeof rollupTables)[number]
export type SnapshotTable = (typeof snapshotTables)[number]
type AnyTable = RollupTable | SnapshotTable
type SqlPart = RawBuilder<unknown>

export const keyColumns: Record<AnyTable, string[]> = {
  daily_recognition: ['day', 'user_id', 'value_id', 'private'],
  total_recognition: ['user_id', 'value_id', 'private'],
  daily_redemptions: ['day', 'user_id'],
  user_snapshots: ['day', 'user_id'],
  daily_totals: ['day'],
  daily_values: ['day', 'value_id', 'private'],
  monthly_values: ['month', 'value_id', 'private'],
  daily_rewards: ['day', 'reward_id'],
  pair_sums: ['from_id', 'to_id', 'month'],
}
const recognitionColumns = ['given_points', 'given_posts', 'received_points', 'received_posts']
const snapshotColumns = [
  'given_points',
  'private_given_points',
  'received_points',
  'private_received_points',
  'given_posts',
  'received_posts',
  'purchases',
  'last_received_day',
]
export const figureColumns: Record<AnyTable, string[]> = {
  daily_recognition: recognitionColumns,
  total_recognition: recognitionColumns,
  daily_redemptions: ['points', 'purchases'],
  user_snapshots: snapshotColumns,
  daily_totals: ['granted', 'spent', 'active'],
  daily_values: ['points', 'posts'],
  monthly_values: ['points', 'posts'],
  daily_rewards: ['purchases', 'points'],
  pair_sums: ['score', 'posts', 'rank_score', 'rank_posts'],
}
const columnRef = (text: string) => sql.ref(text)

/** Figures are compared as numbers, so a day is the number of days since this one. */
const dayNumber = (day: SqlPart) => sql`(${day} - date '2000-01-01')`

/** Returns the query of a table's stored rows. */
export const storedRows = (table: AnyTable, workspaceId: string): SqlPart =>
  table === 'user_snapshots'
    ? sql`
      select day, user_id, ${sql.join(snapshotColumns.slice(0, -1).map(columnRef))},
        ${dayNumber(sql`last_received_day`)} as last_received_day
      from user_snapshots where workspace_id = ${workspaceId}`
    : sql`select * from ${sql.table(table)} where workspace_id = ${workspaceId}`

/** Returns the query of the recognition rollups, a full scan of the posts. */
function scanPosts(table: RollupTable, workspaceId: string): SqlPart {
  const keys = sql.join(keyColumns[table].map(columnRef))
  const sums = sql.join(
    recognitionColumns.map((name) => sql`sum(${columnRef(name)}) as ${columnRef(name)}`),
  )
  return sql`
    select ${keys}, ${sums} from (
      select day, from_id as user_id, value_id, private,
        score::bigint * cardinality(to_ids) as given_points, 1 as given_posts,
        0 as received_points, 0 as received_posts
      from posts
      where workspace_id = ${workspaceId} and deleted_at is null and from_id is not null
        and counted
      union all
      select day, r, value_id, private, 0, 0, score, (from_id is not null)::int
      from posts, unnest(to_ids) r
      where workspace_id = ${workspaceId} and (score > 0 or from_id is not null) and counted
        and (deleted_at is null or points_kept)) parts
    group by ${keys}`
}

/** Returns the query of the running sums of each user at the end of each snapshot's day. */
function sumUsersBySnapshot(workspaceId: string): SqlPart {
  const sums = (each: (name: string) => SqlPart) => sql.join(snapshotColumns.slice(0, -1).map(each))
  return sql`
    with snapshots as materialized (
      select day, lag(day, 1, '-infinity') over (order by day) as after
      from report_snapshots where workspace_id = ${workspaceId}),
    parts as materialized (
      select day, user_id,
        ${sums((name) => sql`sum(${columnRef(name)}) as ${columnRef(name)}`)},
        max(last_received_day) as last_received_day
      from (
        select s.day, d.user_id, d.given_points * (not d.private)::int as given_points,
          d.given_points * d.private::int as private_given_points,
          d.received_points * (not d.private)::int as received_points,
          d.received_points * d.private::int as private_received_points,
          d.given_posts, d.received_posts, 0 as purchases,
          case when d.received_posts > 0 then d.day end as last_received_day
        from snapshots s
        join daily_recognition d on d.workspace_id = ${workspaceId} and d.day > s.after
          and d.day <= s.day
        union all
        select s.day, d.user_id, 0, 0, 0, 0, 0, 0, d.purchases, null
        from snapshots s
        join daily_redemptions d on d.workspace_id = ${workspaceId} and d.day > s.after
          and d.day <= s.day) rows
      group by 1, 2)
    select s.day, u.user_id,
      ${sums((name) => sql`sum(p.${columnRef(name)}) over running as ${columnRef(name)}`)},
      ${dayNumber(sql`max(p.last_received_day) over running`)} as last_received_day
    from snapshots s
    cross join (select distinct user_id from parts) u
    left join parts p on p.day = s.day and p.user_id = u.user_id
    window running as (partition by u.user_id order by s.day)`
}

const newestSnapshot = (workspaceId: string) =>
  sql`(select max(day) from report_snapshots where workspace_id = ${workspaceId})`

/**
 * Returns the query of the sums of pairs up to the last summed day. A month without posts that are
 * not deleted keeps its row, so the ranks are those of the stored months.
 */
const sumPairsByMonth = (workspaceId: string): SqlPart => sql`
    select from_id, to_id, month, sum(score) as score, sum(posts) as posts,
      -sum(sum(score)) over ranked as rank_score, -sum(sum(posts)) over ranked as rank_posts
    from (
      select from_id, r as to_id, date_trunc('month', day::timestamp)::date as month,
        score::bigint as score, 1 as posts
      from posts, unnest(to_ids) r
      where workspace_id = ${workspaceId} and deleted_at is null and from_id is not null
        and counted and day <= (select summed_until from pair_sum_teams where workspace_id = ${workspaceId})
      union all
      select from_id, to_id, month, 0, 0 from pair_sums where workspace_id = ${workspaceId}) parts
    group by from_id, to_id, month
    window ranked as (partition by from_id, to_id order by month
      range between interval '4 months' preceding and current row)`

/** Returns the query of the sums of values up to the newest snapshot, by day or month. */
const sumValues = (period: SqlPart, workspaceId: string): SqlPart => sql`
    select ${period}, value_id, private, sum(received_points) as points, sum(given_posts) as posts
    from daily_recognition
    where workspace_id = ${workspaceId} and day <= ${newestSnapshot(workspaceId)}
    group by 1, 2, 3`

/** Returns the query of a table's expected rows, from the tables that it sums. */
export function expectedRows(table: AnyTable, workspaceId: string): SqlPart {
  switch (table) {
    case 'daily_redemptions':
      return sql`
      select day, user_id, sum(amount) as points, count(*) as purchases
      from contributions
      where workspace_id = ${workspaceId} and status <> 'declined'
      group by 1, 2`
    case 'user_snapshots':
      return sumUsersBySnapshot(workspaceId)
    case 'daily_totals':
      return sql`
      select day, sum(granted) as granted, sum(spent) as spent, count(distinct user_id) as active
      from (
        select day, user_id, given_points as granted, 0 as spent from daily_recognition
        where workspace_id = ${workspaceId} and day <= ${newestSnapshot(workspaceId)}
          and (given_posts > 0 or received_posts > 0)
        union all
        select day, user_id, 0, points from daily_redemptions
        where workspace_id = ${workspaceId} and day <= ${newestSnapshot(workspaceId)}
          and purchases > 0) acts
      group by 1`
    case 'daily_values':
      return sumValues(sql`day`, workspaceId)
    case 'monthly_values':
      return sumValues(sql`date_trunc('month', day::timestamp)::date as month`, workspaceId)
    case 'daily_rewards':
      return sql`
      select (p.created_at at time zone 'UTC')::date as day, p.reward_id,
        count(distinct p.id) as purchases, coalesce(sum(c.amount), 0) as points
      from purchases p
      left join contributions c on c.workspace_id = p.workspace_id and c.purchase_id = p.id
        and c.status <> 'declined'
      where p.workspace_id = ${workspaceId} and p.status <> 'declined'
        and (p.created_at at time zone 'UTC')::date <= ${newestSnapshot(workspaceId)}
      group by 1, 2`
    case 'pair_sums':
      return sumPairsByMonth(workspaceId)
    case 'daily_recognition':
    case 'total_recognition':
      return scanPosts(table, workspaceId)
  }
}
