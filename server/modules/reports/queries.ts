import { type RawBuilder, sql } from 'kysely'
import type { LeaderboardMode } from '#contract/schemas/settings.ts'
import type { ValueRow } from '#server/modules/values/present.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type DayRange, precedingDays } from './report-period.ts'

export type Direction = 'received' | 'given'
export type LeaderRow = { user_id: string; score: number; share: number; rank: number }

const pointsColumn = (direction: Direction) =>
  sql.ref(direction === 'received' ? 'd.received_points' : 'd.given_points')
const sqlInteger = (n: number) => sql.raw(String(Math.trunc(n)))

/**
 * Scope of a report: a workspace, its days, and whether private posts count (decision 038: only for
 * readers with access to them).
 */
export type ReportSource = { workspaceId: string; days: DayRange; includePrivate: boolean }

/**
 * Returns the from clause of a report. All time reads the totals, which have few rows; other ranges
 * read the daily rollups.
 */
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

/** Returns whether members see the leaderboard, and what it shows them. */
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
 * total 100 by largest remainders. `people` counts everybody with points.
 */
export async function listLeaders(
  trx: Trx,
  source: ReportSource,
  direction: Direction,
  limit: number,
  self: string | null = null,
): Promise<{ rows: LeaderRow[]; total: number; people: number; own: LeaderRow | undefined }> {
  const column = pointsColumn(direction)
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
      select d.user_id, sum(${column}) as score
      from ${rollupRows(source)}
      group by d.user_id
      having sum(${column}) > 0),
    ranked as (
      select user_id, score, rank() over (order by score desc) as rank,
        row_number() over (order by score desc, user_id) as place,
        div(score * 100, sum(score) over ()) as share,
        mod(score * 100, sum(score) over ()) as rest
      from sums),
    shared as (
      select user_id, score, rank, place, share + (
          row_number() over (order by rest desc, place) <= 100 - sum(share) over ()
        )::int as share
      from ranked)
    select t.total, t.people, s.user_id, s.score, s.share, s.rank, s.place
    from (select coalesce(sum(score), 0) as total, count(*) as people from sums) t
    left join shared s on s.place <= ${sqlInteger(limit)} or s.user_id = ${self}
    order by s.place`.execute(trx)
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

export type ValueTotal = ValueRow & { score: number; posts: number }
const valueColumns = sql`v.id, v.name, v.description, v.color, v.emoji, v.keywords, v.tag,
  v.is_default, v.retired_at`

/**
 * Returns points and posts by value, highest score first: all active values, and retired ones with
 * points.
 */
export async function sumByValue(trx: Trx, source: ReportSource): Promise<ValueTotal[]> {
  const { rows } = await sql<ValueTotal>`
    select ${valueColumns}, coalesce(f.score, 0) as score, coalesce(f.posts, 0) as posts
    from "values" v
    left join (
      select d.value_id, sum(d.received_points) as score, sum(d.given_posts) as posts
      from ${rollupRows(source)}
      group by 1) f on f.value_id = v.id
    where v.workspace_id = ${source.workspaceId} and (v.retired_at is null or f.score > 0)
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
export async function sumByValueAndDay(
  trx: Trx,
  { workspaceId, days, includePrivate }: ReportSource,
): Promise<ValueTrendRow[]> {
  const before = precedingDays(days)
  const source = {
    workspaceId,
    includePrivate,
    days: { from: before.from, to: days.to, all: false },
  }
  const isNow = sql`day >= ${days.from}::date`
  const { rows } = await sql<ValueTrendRow>`
    with sums as materialized (
      select d.value_id, d.day, sum(d.received_points) as score
      from ${rollupRows(source)} and d.received_points > 0
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
