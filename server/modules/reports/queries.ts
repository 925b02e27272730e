import { type RawBuilder, sql } from 'kysely'
import type { LeaderboardMode } from '#contract/schemas/settings.ts'
import type { ValueRow } from '#server/modules/values/present.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { groupUserRows, groupValueRows, type ReportGroup } from './group-row-queries.ts'
import { type DayRange, precedingDays } from './report-period.ts'
import { listSnapshotDays } from './snapshot-queries.ts'
import { type UserRowSource, userRows, valueRows, valueTotalRows } from './snapshot-row-queries.ts'

export type Direction = 'received' | 'given'
export type LeaderRow = { user_id: string; score: number; share: number; rank: number }

const pointsColumn = (direction: Direction) =>
  sql.ref(direction === 'received' ? 'd.received_points' : 'd.given_points')
/** The points of `user_snapshots s` in a direction. */
const snapshotPoints = (direction: Direction, includePrivate: boolean) =>
  includePrivate
    ? sql.raw(`(s.${direction}_points + s.private_${direction}_points)`)
    : sql.raw(`s.${direction}_points`)
const sqlInteger = (n: number) => sql.raw(String(Math.trunc(n)))

/**
 * Scope of a report: a workspace, its days, whether private posts count (decision 038: only for
 * readers with access to them), and the group whose people count.
 */
export type ReportSource = {
  workspaceId: string
  days: DayRange
  includePrivate: boolean
  group?: ReportGroup | undefined
}

/** A range that ends after every day, so that all time has no end. */
const openEnd = ({ from, to, all }: DayRange): DayRange => ({
  from,
  to: all ? '9999-12-31' : to,
  all,
})

/** Returns the from clause of a report about a user. All time reads the totals, which have few rows. */
function rollupRows({
  workspaceId,
  days: { from, to, all },
  includePrivate,
}: ReportSource): RawBuilder<unknown> {
  const visible = includePrivate ? sql`` : sql`and not d.private`
  return all
    ? sql`total_recognition d
        where d.workspace_id = ${workspaceId} ${visible}`
    : sql`daily_recognition d
        where d.workspace_id = ${workspaceId} and d.day between ${from}::date and ${to}::date
          ${visible}`
}

/** All time of a team without snapshots reads the totals, which know no memberships. */
const readsTotals = ({ days, group }: ReportSource, snapshotDays: string[]) =>
  days.all && snapshotDays.length === 0 && !group

/** Returns the points of users as rows that sum to those of the report. */
async function userScoreRows(
  trx: Trx,
  source: ReportSource,
  direction: Direction,
): Promise<RawBuilder<unknown>> {
  const { workspaceId, days, includePrivate, group } = source
  const range = openEnd(days)
  const snapshotDays = await listSnapshotDays(trx, workspaceId)
  if (readsTotals(source, snapshotDays))
    return sql`select d.user_id, ${pointsColumn(direction)} from ${rollupRows(source)}`
  const points = snapshotPoints(direction, includePrivate)
  const rows: UserRowSource = {
    snapshot: (sign) => (sign === 1 ? points : sql`-${points}`),
    recognition: pointsColumn(direction),
    recognitionWhere: sql`${pointsColumn(direction)} > 0
      ${includePrivate ? sql`` : sql`and not d.private`}`,
  }
  return group
    ? groupUserRows(workspaceId, group, range, { snapshotDays, source: rows })
    : userRows(workspaceId, range, snapshotDays, rows)
}

/** Returns whether members see the leaderboard, and its mode. */
export async function findLeaderboardSettings(
  trx: Trx,
  workspaceId: string,
): Promise<{ show_leaderboard: boolean; leaderboard_mode: LeaderboardMode }> {
  return trx
    .selectFrom('settings')
    .select(['show_leaderboard', 'leaderboard_mode'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
}

/**
 * Returns the top `limit` receivers or givers, and the row of `self`. Ties share a rank; all shares
 * total 100 by largest remainders. `people` counts everybody with points. Only the rows of the
 * answer are ranked, so that a large team costs one pass over its sums.
 */
export async function listLeaders(
  trx: Trx,
  source: ReportSource,
  direction: Direction,
  limit: number,
  self: string | null = null,
): Promise<{ rows: LeaderRow[]; total: number; people: number; own: LeaderRow | undefined }> {
  const scores = await userScoreRows(trx, source, direction)
  const { rows } = await sql<{
    total: number
    people: number
    user_id: string | null
    score: number
    share: number
    rank: number
    place: number
  }>`
    with sums as materialized (
      select x.user_id, sum(x.score)::bigint as score
      from (${scores}) x (user_id, score)
      group by x.user_id
      having sum(x.score) > 0),
    totals as materialized (
      select coalesce(sum(score), 0)::bigint as total, count(*) as people from sums),
    floors as (
      select 100 - coalesce(sum(s.score * 100 / t.total), 0) as missing from sums s, totals t),
    rounded_up as materialized (
      select s.user_id
      from sums s, totals t
      order by s.score * 100 % t.total desc, s.score desc, s.user_id
      limit (select missing from floors)),
    top as (
      select user_id, score from sums order by score desc, user_id limit ${sqlInteger(limit)}),
    shown as (
      select user_id, score, true as is_top from top
      union all
      select user_id, score, false from sums
      where user_id = ${self} and user_id not in (select user_id from top))
    select t.total, t.people, s.user_id, s.score,
      s.score * 100 / t.total + (s.user_id in (select user_id from rounded_up))::int as share,
      case when s.is_top then rank() over (order by s.score desc)
        else (select count(*) + 1 from sums o where o.score > s.score) end as rank,
      case when s.is_top then row_number() over (order by s.is_top desc, s.score desc, s.user_id)
        else ${sqlInteger(limit + 1)} end as place
    from totals t
    left join shown s on true
    order by place`.execute(trx)
  const found = rows.flatMap(({ user_id: userId, score, share, rank, place }) =>
    userId === null ? [] : [{ user_id: userId, score, share, rank, place }],
  )
  const withoutPlace = ({ user_id: userId, score, share, rank }: LeaderRow): LeaderRow => ({
    user_id: userId,
    score,
    share,
    rank,
  })
  const own = found.find((row) => row.user_id === self)
  return {
    rows: found.filter((row) => row.place <= limit).map(withoutPlace),
    total: rows[0]?.total ?? 0,
    people: rows[0]?.people ?? 0,
    own: own && withoutPlace(own),
  }
}

/** Returns the points and posts of values in a range: of a group, or of everybody by `rows`. */
const valueRowsOf = (
  { workspaceId, includePrivate, group }: ReportSource,
  range: Pick<DayRange, 'from' | 'to'>,
  snapshotDays: string[],
  rows: typeof valueRows,
) =>
  group
    ? groupValueRows(workspaceId, group, range, includePrivate)
    : rows(workspaceId, range, snapshotDays, includePrivate)

export type ValueTotal = ValueRow & { score: number; posts: number }
const valueColumns = sql`v.id, v.name, v.description, v.color, v.emoji, v.keywords, v.tag,
  v.is_default, v.retired_at`

/**
 * Returns points and posts by value, highest score first: all active values, and retired ones with
 * points.
 */
export async function sumByValue(trx: Trx, source: ReportSource): Promise<ValueTotal[]> {
  const { workspaceId } = source
  const snapshotDays = await listSnapshotDays(trx, workspaceId)
  const totals = readsTotals(source, snapshotDays)
    ? sql`
      select d.value_id, d.received_points as points, d.given_posts as posts
      from ${rollupRows(source)}`
    : valueRowsOf(source, openEnd(source.days), snapshotDays, valueTotalRows)
  const { rows } = await sql<ValueTotal>`
    select ${valueColumns}, coalesce(f.score, 0) as score, coalesce(f.posts, 0) as posts
    from "values" v
    left join (
      select d.value_id, sum(d.points) as score, sum(d.posts) as posts
      from (${totals}) d
      group by 1) f on f.value_id = v.id
    where v.workspace_id = ${workspaceId} and (v.retired_at is null or f.score > 0)
    order by score desc, lower(v.name), v.id`.execute(trx)
  return rows
}

export type ValueTrendRow = ValueRow & {
  score: number
  before: number
  days: { day: string; score: number }[]
}

/**
 * Returns points by value of these days and of the preceding days, and of each day with points,
 * highest score first: all active values, and retired ones with points in these days.
 */
export async function sumByValueAndDay(trx: Trx, source: ReportSource): Promise<ValueTrendRow[]> {
  const { workspaceId, days } = source
  const before = precedingDays(days)
  const range = { from: before.from, to: days.to }
  const snapshotDays = await listSnapshotDays(trx, workspaceId)
  const isNow = sql`day >= ${days.from}::date`
  const { rows } = await sql<ValueTrendRow>`
    with sums as materialized (
      select d.value_id, d.day, sum(d.points) as score
      from (${valueRowsOf(source, range, snapshotDays, valueRows)}) d
      where d.points > 0
      group by 1, 2)
    select ${valueColumns}, coalesce(f.score, 0) as score, coalesce(f.before, 0) as before,
      coalesce(f.days, '[]') as days
    from "values" v
    left join (
      select value_id, sum(score) filter (where ${isNow}) as score,
        sum(score) filter (where not ${isNow}) as before,
        json_agg(json_build_object('day', day, 'score', score) order by day)
          filter (where ${isNow}) as days
      from sums
      group by 1) f on f.value_id = v.id
    where v.workspace_id = ${workspaceId} and (v.retired_at is null or f.score > 0)
    order by score desc, lower(v.name), v.id`.execute(trx)
  return rows
}

/** Returns a user's points and posts by value, the `limit` highest scores. */
export async function sumByValueForUser(
  trx: Trx,
  source: ReportSource,
  userId: string,
  direction: Direction,
  limit: number,
): Promise<ValueTotal[]> {
  const posts = sql.ref(direction === 'received' ? 'd.received_posts' : 'd.given_posts')
  const { rows } = await sql<ValueTotal>`
    select ${valueColumns}, f.score, f.posts
    from (
      select d.value_id, sum(${pointsColumn(direction)}) as score, sum(${posts}) as posts
      from ${rollupRows(source)} and d.user_id = ${userId}
      group by 1
      having sum(${pointsColumn(direction)}) > 0) f
    join "values" v on v.workspace_id = ${source.workspaceId} and v.id = f.value_id
    order by f.score desc, lower(v.name), v.id
    limit ${sqlInteger(limit)}`.execute(trx)
  return rows
}

type DayTotal = { day: string; given: number; received: number }

/** Returns a user's points by day, in order, without empty days. `source.days` is bounded. */
export async function sumByDayForUser(
  trx: Trx,
  source: ReportSource,
  userId: string,
): Promise<DayTotal[]> {
  const { rows } = await sql<DayTotal>`
    select d.day, sum(d.given_points) as given, sum(d.received_points) as received
    from ${rollupRows({ ...source, days: { ...source.days, all: false } })}
      and d.user_id = ${userId}
    group by d.day
    order by d.day`.execute(trx)
  return rows
}

/** Returns the first day on which a user gave or received points in a countable post. */
export async function findFirstActiveDay(
  trx: Trx,
  { workspaceId, includePrivate }: ReportSource,
  userId: string,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('daily_recognition')
    .select('day')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('given_posts', '>', 0), eb('received_posts', '>', 0)]))
    .$if(!includePrivate, (query) => query.where('private', '=', false))
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
  return row?.day
}
