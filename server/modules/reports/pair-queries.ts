import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { toIdRange } from '#server/platform/ids.ts'
import type { DayRange } from './report-period.ts'

type SqlPart = RawBuilder<unknown>
export type GraphEdge = { from_id: string; to_id: string; score: number; posts: number }

type Days = Pick<DayRange, 'from' | 'to'>
/**
 * The days of a range in one month. The sums of a whole month are stored. `isOpen`: the days are the
 * first of the month, which is as good as whole while it has no later posts.
 */
type MonthPart = Days & { month: string; isWhole: boolean; isOpen: boolean }

const lastDayOf = (month: Temporal.PlainDate) => month.with({ day: month.daysInMonth })

/** Returns the months of a range, oldest first. */
function splitIntoMonths({ from, to }: Days): MonthPart[] {
  const parts: MonthPart[] = []
  for (
    let month = Temporal.PlainDate.from(from).with({ day: 1 });
    month.toString() <= to;
    month = month.add({ months: 1 })
  ) {
    const [first, last] = [month.toString(), lastDayOf(month).toString()]
    const part = { from: from > first ? from : first, to: to < last ? to : last }
    const [isFromStart, isToEnd] = [part.from === first, part.to === last]
    parts.push({
      ...part,
      month: first,
      isWhole: isFromStart && isToEnd,
      isOpen: isFromStart && !isToEnd,
    })
  }
  return parts
}

/** Returns the from clause of the posts of these days. */
const postsOf = (workspaceId: string, days: Days): SqlPart => {
  const { first, end } = toIdRange(days)
  return sql`
    from posts p
    where p.workspace_id = ${workspaceId} and p.id >= ${first} and p.id < ${end}
      and p.day between ${days.from}::date and ${days.to}::date and p.deleted_at is null
      and p.counted`
}

/** Returns the number of days with posts after a day, at most 1. A value is looked up once. */
const laterDays = (workspaceId: string, { to }: Days): SqlPart => sql`(
        select count(*) from (
          select 1 from daily_recognition d
          where d.workspace_id = ${workspaceId} and d.day > ${to}::date
          limit 1) l)`

/** Returns the queries of a part of a range: from its month, from its posts, or one of both. */
function choosePart(
  workspaceId: string,
  part: MonthPart,
  { month, posts }: { month: SqlPart; posts: SqlPart },
): SqlPart[] {
  if (part.isWhole) return [month]
  if (!part.isOpen) return [posts]
  const later = laterDays(workspaceId, part)
  return [sql`${month} and ${later} = 0`, sql`${posts} and ${later} > 0`]
}

/** Returns the recognition of a range by pair, in one row or several: sums of whole months, posts. */
export function pairRows(workspaceId: string, days: Days): SqlPart {
  const rows = splitIntoMonths(days).flatMap((part) =>
    choosePart(workspaceId, part, {
      month: sql`
    select s.from_id, s.to_id, s.score, s.posts from pair_sums s
    where s.workspace_id = ${workspaceId} and s.month = ${part.month}::date`,
      posts: sql`
    select q.from_id, r, q.score, 1
    from (select p.from_id, p.to_ids, p.score ${postsOf(workspaceId, part)}
      and p.from_id is not null) q, unnest(q.to_ids) r
    where true`,
    }),
  )
  return sql.join(rows, sql` union all `)
}

/** Returns the sums of the pairs of a query (`from_id`, `to_id`), without those that have none. */
function sumPairs(workspaceId: string, days: Days, pairs: SqlPart): SqlPart {
  const sums = splitIntoMonths(days).flatMap((part) => {
    const row = sql`
        from pair_sums s
        where s.workspace_id = ${workspaceId} and s.from_id = c.from_id and s.to_id = c.to_id
          and s.month = ${part.month}::date and s.posts > 0`
    return choosePart(workspaceId, part, {
      month: sql`select s.score, s.posts ${row}`,
      // Only pairs with posts in this month look for those within the range.
      posts: sql`
      select x.score, x.posts
      from (select 1 ${row} offset 0) s
      cross join lateral (
        select sum(p.score) as score, count(*) as posts ${postsOf(workspaceId, part)}
          and p.from_id = c.from_id and p.private in (true, false) and p.add_on in (true, false)
          and c.to_id = any (p.to_ids)) x
      where true`,
    })
  })
  return sql`
    select c.from_id, c.to_id, sum(y.score) as score, sum(y.posts) as posts
    from (${pairs}) c
    cross join lateral (${sql.join(sums, sql` union all `)}) y
    group by c.from_id, c.to_id
    having sum(y.posts) > 0`
}

/**
 * Returns the pairs of each month of a range by their rank, at most `limit` a month. `upTo` is the
 * last place in this order.
 */
const strongestOfMonths = (
  workspaceId: string,
  days: Days,
  { upTo, limit }: { upTo?: SqlPart; limit: number },
): SqlPart =>
  sql.join(
    splitIntoMonths(days).map(
      ({ month }) => sql`(
      select s.from_id, s.to_id, s.rank_score, s.rank_posts from pair_sums s
      where s.workspace_id = ${workspaceId} and s.month = ${month}::date
        ${upTo ? sql`and (s.rank_score, s.rank_posts, s.from_id, s.to_id) <= ${upTo}` : sql``}
      order by s.rank_score, s.rank_posts, s.from_id, s.to_id
      limit ${sql.lit(limit)})`,
    ),
    sql` union all `,
  )

/** Returns whether all months of a workspace are summed. */
export async function isSummedTeam(trx: Trx, workspaceId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('pair_sum_teams')
    .select('workspace_id')
    .where('workspace_id', '=', workspaceId)
    .where('summed_until', '=', 'infinity')
    .executeTakeFirst()
  return row !== undefined
}

/** How a chart finds its edges: `isSummed` whether the team has sums of pairs. */
export type EdgePlan = {
  isSummed: boolean
  /** The weakest of the first `limit` pairs that were looked at. Null if there are fewer pairs. */
  weakest: GraphEdge | null
  /** Pairs that may be stronger than it. */
  candidates: number
}

/**
 * Returns a bound for the strongest pairs of a range. The sums in the rank of a pair are at least
 * those of the range, so a pair whose rank comes after the weakest of `limit` pairs also comes after
 * it with its sums of the range.
 */
export async function planEdges(
  trx: Trx,
  workspaceId: string,
  { days, limit, candidatesMax }: { days: Days; limit: number; candidatesMax: number },
): Promise<EdgePlan> {
  const bound = sql`(-w.score::bigint, -w.posts::integer, w.from_id, w.to_id)`
  const seeds = sql`
    select from_id, to_id from (
      select * from (${strongestOfMonths(workspaceId, days, { limit: 2 * limit })}) m
      order by rank_score, rank_posts, from_id, to_id limit ${sql.lit(2 * limit)}) n
    group by 1, 2`
  const { rows } = await sql<EdgePlan>`
    with team as materialized (
      select 1 from pair_sum_teams
      where workspace_id = ${workspaceId} and summed_until = 'infinity'),
    weakest as materialized (
      ${sumPairs(workspaceId, days, seeds)}
      order by score desc, posts desc, from_id, to_id
      offset ${sql.lit(limit - 1)} limit 1),
    candidates as materialized (
      select 1 from weakest w cross join lateral (
        ${strongestOfMonths(workspaceId, days, { upTo: bound, limit: candidatesMax })}) c)
    select exists (select from team) as "isSummed",
      (select row_to_json(w) from weakest w) as weakest,
      (select count(*) from candidates) as candidates`.execute(trx)
  return rows[0] ?? { isSummed: false, weakest: null, candidates: 0 }
}

/** Returns the query of the strongest pairs, of those that may come before a bound. */
export function strongestPairs(
  workspaceId: string,
  {
    days,
    limit,
    candidatesMax,
    weakest,
  }: { days: Days; limit: number; candidatesMax: number; weakest: GraphEdge },
): SqlPart {
  const upTo = sql`(${-weakest.score}::bigint, ${-weakest.posts}::integer, ${weakest.from_id}::uuid,
    ${weakest.to_id}::uuid)`
  const candidates = sql`
    select from_id, to_id from (
      ${strongestOfMonths(workspaceId, days, { upTo, limit: candidatesMax })}) m
    group by 1, 2`
  return sql`
    ${sumPairs(workspaceId, days, candidates)}
    order by score desc, posts desc, from_id, to_id
    limit ${sql.lit(limit)}`
}

/** Adds the posts of a month after all summed months. The caller locked the posts. */
export async function addMonth(trx: Trx, workspaceId: string, month: string): Promise<void> {
  const last = lastDayOf(Temporal.PlainDate.from(month)).toString()
  const { first, end } = toIdRange({ from: month, to: last })
  await sql`
    select pair_sums_add_month(${workspaceId}, ${month}::date, ${first}, ${end})`.execute(trx)
}

/** Marks all months of a workspace as summed. */
export async function finishPairSums(trx: Trx, workspaceId: string): Promise<void> {
  await sql`
    update pair_sum_teams set summed_until = 'infinity'
    where workspace_id = ${workspaceId}`.execute(trx)
}

/** Deletes the sums of a workspace. */
export async function discardPairSums(trx: Trx, workspaceId: string): Promise<void> {
  await trx.deleteFrom('pair_sum_teams').where('workspace_id', '=', workspaceId).execute()
}

/** The day of the first post to sum, null without any, and whether there are `postsMin` posts. */
export type UnsummedPosts = { first: string | null; isLarge: boolean }

/** Returns the posts of a workspace that are not summed yet. */
export async function findUnsummedPosts(
  trx: Trx,
  workspaceId: string,
  postsMin: number,
): Promise<UnsummedPosts> {
  const { rows } = await sql<UnsummedPosts>`
    with team as materialized (
      select summed_until from pair_sum_teams where workspace_id = ${workspaceId})
    select
      (
        select case when t.summed_until > '-infinity' then t.summed_until + 1 else d.day end
        from (
          select min(day) as day from daily_recognition where workspace_id = ${workspaceId}) d
        left join team t on true
        where t.summed_until is distinct from 'infinity') as first,
      (
        select count(*) from (
          select 1 from posts where workspace_id = ${workspaceId} limit ${sql.lit(postsMin)}
        ) p) >= ${postsMin} as "isLarge"`.execute(trx)
  return rows[0] ?? { first: null, isLarge: false }
}
