import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { DayRange } from './report-period.ts'
import type { UserRowSource } from './snapshot-row-queries.ts'

type SqlPart = RawBuilder<unknown>
type Days = Pick<DayRange, 'from' | 'to'>

/** The group of a report with the departments below it, and the time zone of the workspace. */
export type ReportGroup = { ids: string[]; timezone: string }

/** A column of times as days of the workspace. */
const dayOf = (column: string, { timezone }: Pick<ReportGroup, 'timezone'>) =>
  sql`(${sql.ref(column)} at time zone ${timezone})::date`

/** Returns the time at which a day of the workspace ends. */
export const endOfDay = (day: string, { timezone }: Pick<ReportGroup, 'timezone'>) =>
  sql`((${day}::date + 1)::timestamp at time zone ${timezone})`

/**
 * Returns the common tables up to `spans`: the days of a range in which the people of a group
 * belonged to it, from `first` to `last`. Days with fewer than `limits.group_figures_min` people
 * are left out, because a difference of two ranges would be their figures.
 */
export const groupSpans = (workspaceId: string, group: ReportGroup, { from, to }: Days) => sql`
  members as materialized (
    select f.user_id, greatest(f.first, ${from}::date) as first,
      least(f.until, ${to}::date + 1) as until
    from (
      select m.user_id, coalesce(${dayOf('m.left_at', group)}, 'infinity') as until,
        greatest(${dayOf('m.joined_at', group)}, ${dayOf('u.first_accepted_at', group)}) as first
      from group_members m
      join users u on u.workspace_id = ${workspaceId} and u.id = m.user_id
      where m.workspace_id = ${workspaceId} and m.group_id = any (${group.ids}::uuid[])
        and u.first_accepted_at is not null) f
    where f.first < f.until and f.until > ${from}::date and f.first <= ${to}::date),
  changes as (
    select day, sum(people) as people
    from (
      select first as day, 1 as people from members
      union all
      select until, -1 from members) c
    group by day),
  sizes as (
    select day, lead(day) over (order by day) as until, sum(people) over (order by day) as people
    from changes),
  few as materialized (
    select coalesce(range_agg(daterange(day, until)), '{}') as days
    from sizes where people between 1 and ${sql.lit(limits.group_figures_min - 1)}),
  spans as materialized (
    select m.user_id, lower(d.days) as first, upper(d.days) - 1 as last
    from members m, few,
      unnest(datemultirange(daterange(m.first, m.until)) - few.days) as d (days))`

/** Returns the rows of a rollup `d` in the days of `periods` (`user_id`, `first`, `last`). */
const daysWithin = (
  workspaceId: string,
  { from, to }: Days,
  rollup: { table: 'daily_recognition' | 'daily_redemptions'; periods: string; columns: SqlPart },
) => sql`
  select ${rollup.columns}
  from ${sql.table(rollup.periods)} p
  join ${sql.table(rollup.table)} d on d.workspace_id = ${workspaceId} and d.user_id = p.user_id
    and d.day between p.first and p.last
  where d.day between ${from}::date and ${to}::date`

/** Two snapshots within the days of a person replace the days between them. */
const snapshotPieces = (snapshotDays: readonly string[]) => sql`
  , snapshots as (select day from unnest(${snapshotDays}::date[]) as s (day)),
  bounds as materialized (
    select s.first, s.last, (select min(day) from snapshots where day >= s.first - 1) as start_day,
      (select max(day) from snapshots where day <= s.last) as end_day
    from (select distinct first, last from spans) s),
  summed as materialized (
    select s.user_id, s.first, s.last, b.start_day, b.end_day
    from spans s
    join bounds b on b.first = s.first and b.last = s.last and b.start_day < b.end_day),
  pieces as materialized (
    select user_id, first, start_day as last from summed
    union all
    select user_id, end_day + 1, last from summed
    union all
    select s.user_id, s.first, s.last
    from spans s
    join bounds b on b.first = s.first and b.last = s.last
      and (b.start_day < b.end_day) is not true)`

/** Returns rows like `userRows`, of the people of a group in the days in which they belonged to it. */
export function groupUserRows(
  workspaceId: string,
  group: ReportGroup,
  days: Days,
  { snapshotDays, source }: { snapshotDays: readonly string[]; source: UserRowSource },
): SqlPart {
  const hasSnapshots = snapshotDays.length > 0
  const periods = hasSnapshots ? 'pieces' : 'spans'
  const snapshot = (day: 'start_day' | 'end_day', sign: 1 | -1) => sql`
    select s.user_id, ${source.snapshot(sign)}
    from summed p
    join user_snapshots s on s.workspace_id = ${workspaceId} and s.day = ${sql.ref(`p.${day}`)}
      and s.user_id = p.user_id`
  const parts = [
    ...(hasSnapshots ? [snapshot('end_day', 1), snapshot('start_day', -1)] : []),
    sql`${daysWithin(workspaceId, days, {
      table: 'daily_recognition',
      periods,
      columns: sql`d.user_id, ${source.recognition}`,
    })} and ${source.recognitionWhere}`,
    ...(source.redemptions
      ? [
          sql`${daysWithin(workspaceId, days, {
            table: 'daily_redemptions',
            periods,
            columns: sql`d.user_id, ${source.redemptions}`,
          })} and d.purchases > 0`,
        ]
      : []),
  ]
  return sql`with ${groupSpans(workspaceId, group, days)}
    ${hasSnapshots ? snapshotPieces(snapshotDays) : sql``}
    ${sql.join(parts, sql` union all `)}`
}

/**
 * Returns rows like `valueRows`: what the people of a group received. A post counts once for each
 * of them.
 */
export const groupValueRows = (
  workspaceId: string,
  group: ReportGroup,
  days: Days,
  includePrivate: boolean,
): SqlPart => sql`
  with ${groupSpans(workspaceId, group, days)}
  ${daysWithin(workspaceId, days, {
    table: 'daily_recognition',
    periods: 'spans',
    columns: sql`d.value_id, d.day, d.received_points as points, d.received_posts as posts`,
  })} ${includePrivate ? sql`` : sql`and not d.private`}`

/**
 * Returns the acts of the people of a group by day: `day`, `user_id`, `granted`, `spent`, and whether
 * they `gave` and `received`.
 */
export const groupActRows = (workspaceId: string, group: ReportGroup, days: Days): SqlPart => sql`
  with ${groupSpans(workspaceId, group, days)}
  ${daysWithin(workspaceId, days, {
    table: 'daily_recognition',
    periods: 'spans',
    columns: sql`d.day, d.user_id, d.given_points as granted, 0 as spent, d.given_posts > 0 as gave,
      d.received_posts > 0 as received`,
  })} and (d.given_posts > 0 or d.received_posts > 0)
  union all
  ${daysWithin(workspaceId, days, {
    table: 'daily_redemptions',
    periods: 'spans',
    columns: sql`d.day, d.user_id, 0, d.points, false, false`,
  })} and d.purchases > 0`

/** Returns the query of the ids of the accepted people who are in a group now. */
export const currentPeople = (workspaceId: string, { ids }: Pick<ReportGroup, 'ids'>) => sql`
  select m.user_id from group_members m
  join users u on u.workspace_id = ${workspaceId} and u.id = m.user_id and u.state = 'accepted'
  where m.workspace_id = ${workspaceId} and m.group_id = any (${ids}::uuid[])
    and m.left_at is null`

/** Returns the purchases of the people of a group by reward: `reward_id`, `purchases`, `points`. */
export const groupPurchaseRows = (
  workspaceId: string,
  group: ReportGroup,
  days: Days,
): SqlPart => sql`(
  with ${groupSpans(workspaceId, group, days)}
  select c.reward_id, count(distinct c.purchase_id) as purchases, sum(c.amount) as points
  from spans s
  join contributions c on c.workspace_id = ${workspaceId} and c.user_id = s.user_id
    and c.day between s.first and s.last
  where c.status <> 'declined'
  group by c.reward_id)`
