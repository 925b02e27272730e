import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { toIdRange } from '#server/platform/ids.ts'
import { type GraphEdge, pairRows, strongestPairs } from './pair-queries.ts'
import type { DayRange } from './report-period.ts'

type SqlPart = RawBuilder<unknown>
export type RecognitionGraph = { edges: GraphEdge[]; alone: string[] }
type GraphInput = { days: DayRange; limit: number }

/** Returns the query of the recognition of each pair, a scan of the posts of these days. */
function scanPairs(workspaceId: string, days: DayRange): SqlPart {
  const { first, end } = toIdRange(days)
  return sql`
      select p.from_id, r as to_id, sum(p.score) as score, count(*) as posts
      from posts p, unnest(p.to_ids) r
      where p.workspace_id = ${workspaceId} and p.id >= ${first} and p.id < ${end}
        and p.day between ${days.from}::date and ${days.to}::date and p.deleted_at is null
        and p.from_id is not null and p.counted
      group by 1, 2`
}

/**
 * Returns the strongest recognition ties of these days, at most `limit` + 1, and the ids of users
 * without ties, by name, at most `limit`.
 */
export async function findGraph(
  trx: Trx,
  workspaceId: string,
  { days, limit }: GraphInput,
): Promise<RecognitionGraph> {
  const { rows } = await sql<RecognitionGraph>`
    with ties as materialized (${scanPairs(workspaceId, days)})
    select
      (
        select coalesce(json_agg(e), '[]') from (
          select * from ties
          order by score desc, posts desc, from_id, to_id
          limit ${sql.lit(limit + 1)}
        ) e) as edges,
      (
        select coalesce(json_agg(a.id), '[]') from (
          select u.id from users u
          where u.workspace_id = ${workspaceId} and u.state = 'accepted'
            and u.id not in (select from_id from ties union all select to_id from ties)
          order by lower(u.first_name || ' ' || u.last_name), u.id
          limit ${sql.lit(limit)}
        ) a) as alone`.execute(trx)
  return rows[0] ?? { edges: [], alone: [] }
}

/** Returns the condition that the user `q.id` neither gave nor received a post in these days. */
function isAlone(workspaceId: string, days: DayRange): SqlPart {
  const { first, end } = toIdRange(days)
  const inDays = sql`p.day between ${days.from}::date and ${days.to}::date
            and p.deleted_at is null and p.counted`
  // Values, because a join would read the posts of all users before the limit applies.
  return sql`coalesce((
          select true from posts p
          where p.workspace_id = ${workspaceId} and p.from_id = q.id
            and p.private in (true, false) and p.add_on in (true, false)
            and p.id >= ${first} and p.id < ${end} and ${inDays}
          limit 1), (
          select true from post_recipients r
          join posts p on p.workspace_id = r.workspace_id and p.id = r.post_id
          where r.workspace_id = ${workspaceId} and r.user_id = q.id
            and r.private in (true, false) and r.add_on in (true, false) and not r.deleted
            and r.post_id >= ${first} and r.post_id < ${end} and p.from_id is not null
            and ${inDays}
          limit 1)) is null`
}

/**
 * Returns the same as `findGraph`, from sums of pairs. `weakest` is the bound of `planEdges`. Users
 * who received a post in the range, as the newest snapshot of it says, are not alone. The others are
 * looked at one by one, in the order of their names.
 */
export async function findSummedGraph(
  trx: Trx,
  workspaceId: string,
  { days, limit, ...bound }: GraphInput & { weakest: GraphEdge; candidatesMax: number },
): Promise<RecognitionGraph> {
  const { rows } = await sql<RecognitionGraph>`
    with quiet as materialized (
      select id, lower(first_name || ' ' || last_name) as name
      from users
      where workspace_id = ${workspaceId} and state = 'accepted' and id not in (
        select s.user_id from user_snapshots s
        where s.workspace_id = ${workspaceId} and s.last_received_day >= ${days.from}::date
          and s.day = (
            select max(day) from report_snapshots
            where workspace_id = ${workspaceId} and day <= ${days.to}::date)))
    select
      (
        select coalesce(json_agg(e), '[]') from (
          ${strongestPairs(workspaceId, { days, limit: limit + 1, ...bound })}
        ) e) as edges,
      (
        select coalesce(json_agg(a.id), '[]') from (
          select q.id from (select id, name from quiet order by name, id offset 0) q
          where ${isAlone(workspaceId, days)}
          order by q.name, q.id
          limit ${sql.lit(limit)}
        ) a) as alone`.execute(trx)
  return rows[0] ?? { edges: [], alone: [] }
}

/**
 * Returns the query of the recognition of each pair from sums of pairs. Sums of double precision are
 * exact up to 2^53, and faster than those of bigint, which are numeric.
 */
const sumPairRows = (workspaceId: string, days: DayRange): SqlPart => sql`
      select x.from_id, x.to_id, sum(x.score::double precision)::bigint as score,
        sum(x.posts) as posts
      from (${pairRows(workspaceId, days)}) x (from_id, to_id, score, posts)
      group by 1, 2
      having sum(x.posts) > 0`

/** `edges` is the JSON of `pairs` edges: another thread may parse it. */
export type MemberGraph = { edges: string; pairs: number; alone: string[]; alone_total: number }

/**
 * Returns the most frequent recognition between accepted members, at most `limit` pairs, and the
 * members without recognition: their number and the first `aloneLimit` by name. `isSummed`: from
 * the sums of pairs.
 */
export async function findMemberGraph(
  trx: Trx,
  workspaceId: string,
  { days, limit, aloneLimit, isSummed }: GraphInput & { aloneLimit: number; isSummed: boolean },
): Promise<MemberGraph> {
  // Subqueries are hashed: a join with a CTE may become a nested loop.
  const { rows } = await sql<MemberGraph>`
    with ties as materialized (
      ${isSummed ? sumPairRows(workspaceId, days) : scanPairs(workspaceId, days)}),
    members as materialized (
      select id, lower(first_name || ' ' || last_name) as name
      from users
      where workspace_id = ${workspaceId} and state = 'accepted'),
    alone as materialized (
      select id, name from members
      where id not in (select from_id from ties union all select to_id from ties)),
    strongest as materialized (
      select t.* from ties t
      where t.from_id in (select id from members) and t.to_id in (select id from members)
      order by t.posts desc, t.score desc, t.from_id, t.to_id
      limit ${sql.lit(limit)})
    select
      (
        select coalesce(json_agg(e order by e.posts desc, e.score desc, e.from_id, e.to_id), '[]')
        from strongest e)::text as edges,
      (select count(*) from strongest) as pairs,
      (
        select coalesce(json_agg(a.id), '[]') from (
          select id from alone order by name, id limit ${sql.lit(aloneLimit)}
        ) a) as alone,
      (select count(*) from alone) as alone_total`.execute(trx)
  return rows[0] ?? { edges: '[]', pairs: 0, alone: [], alone_total: 0 }
}
