import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import type { Viewer } from '#server/modules/posts/queries.ts'
import { findPeopleByIds, requirePerson } from '#server/modules/users/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toIdRange } from '#server/platform/ids.ts'
import type { DayRange } from './report-period.ts'

type RecognitionTie = { user_id: string; score: number; posts: number }
type SqlPart = RawBuilder<unknown>
const relationsMax = sql.raw(String(limits.relations))

/**
 * Returns the users that a user recognises most and those that recognise the user most. Private
 * posts count for administrators, the user, and their writers and recipients. Every part of the
 * query is an index range.
 */
export async function listRelations(
  trx: Trx,
  { workspaceId, userId: readerId, seesPrivatePosts }: Viewer,
  userId: string,
  days: DayRange,
): Promise<OutputOf<'leaderboards.relations'>> {
  const { first, end } = toIdRange(days)
  const inDays = sql`p.id >= ${first} and p.id < ${end} and p.day between ${days.from}::date
    and ${days.to}::date and p.deleted_at is null`
  const givenBy = (id: string, kinds: SqlPart) => sql`from posts p
      where p.workspace_id = ${workspaceId} and p.from_id = ${id} and p.private in (${kinds})
        and p.add_on in (true, false) and ${inDays}`
  const receivedBy = (
    id: string,
    kinds: SqlPart,
  ) => sql`from post_recipients r join posts p on p.workspace_id = r.workspace_id
    and p.id = r.post_id
      where r.workspace_id = ${workspaceId} and r.user_id = ${id} and r.private in (${kinds})
        and r.add_on in (true, false) and not r.deleted
        and r.post_id >= ${first} and r.post_id < ${end} and ${inDays}`
  const seesAllPosts = seesPrivatePosts || readerId === userId
  const [anyPrivacy, publicOnly, privateOnly] = [sql`true, false`, sql`false`, sql`true`]
  const given = seesAllPosts
    ? sql`select p.to_ids, p.score ${givenBy(userId, anyPrivacy)}`
    : sql`select p.to_ids, p.score ${givenBy(userId, publicOnly)} union all
      select p.to_ids, p.score ${receivedBy(readerId, privateOnly)} and p.from_id = ${userId}`
  const received = seesAllPosts
    ? sql`select p.from_id, p.score ${receivedBy(userId, anyPrivacy)}`
    : sql`select p.from_id, p.score ${receivedBy(userId, publicOnly)} union all
      select p.from_id, p.score ${givenBy(readerId, privateOnly)} and ${userId} = any (p.to_ids)`
  const [{ rows: recognised }, { rows: recognising }] = await Promise.all([
    sql<RecognitionTie>`select r as user_id, sum(p.score) as score, count(*) as posts
      from (${given}) p, unnest(p.to_ids) r
      group by 1 order by score desc, posts desc, user_id limit ${relationsMax}`.execute(trx),
    sql<RecognitionTie>`select p.from_id as user_id, sum(p.score) as score, count(*) as posts
      from (${received}) p
      group by 1 order by score desc, posts desc, user_id limit ${relationsMax}`.execute(trx),
  ])
  const people = await findPeopleByIds(
    trx,
    workspaceId,
    [...recognised, ...recognising].map((tie) => tie.user_id),
  )
  const present = (tie: RecognitionTie) => ({
    user: requirePerson(people, tie.user_id),
    score: tie.score,
    posts: tie.posts,
  })
  return { recognises: recognised.map(present), recognised_by: recognising.map(present) }
}

type GraphEdge = { from_id: string; to_id: string; score: number; posts: number }

/** Returns the strongest recognition ties of these days and the users without ties. */
export async function loadOrgChart(
  trx: Trx,
  workspaceId: string,
  days: DayRange,
): Promise<OutputOf<'leaderboards.org_chart'>> {
  const { first, end } = toIdRange(days)
  const bound = limits.org_chart_edges
  const {
    rows: [found],
  } = await sql<{ edges: GraphEdge[]; alone: string[] }>`
    with ties as materialized (
      select p.from_id, r as to_id, sum(p.score) as score, count(*) as posts
        from posts p, unnest(p.to_ids) r
      where p.workspace_id = ${workspaceId} and p.id >= ${first} and p.id < ${end}
        and p.day between ${days.from}::date and ${days.to}::date and p.deleted_at is null
      group by 1, 2)
    select
      (select coalesce(json_agg(e), '[]') from (select * from ties
        order by score desc, posts desc, from_id, to_id
        limit ${sql.raw(String(bound + 1))}) e) as edges,
      (select coalesce(json_agg(a.id), '[]') from (
        select u.id from users u where u.workspace_id = ${workspaceId} and u.state = 'accepted'
          and u.id not in (select from_id from ties union all select to_id from ties)
        order by lower(u.first_name || ' ' || u.last_name), u.id
          limit ${sql.raw(String(bound))}) a) as alone`.execute(trx)
  const edges = (found?.edges ?? []).slice(0, bound)
  const ids = [
    ...new Set([...edges.flatMap((edge) => [edge.from_id, edge.to_id]), ...(found?.alone ?? [])]),
  ]
  const people = await findPeopleByIds(trx, workspaceId, ids)
  return {
    people: ids.map((id) => requirePerson(people, id)),
    edges,
    more: (found?.edges.length ?? 0) > bound,
    from: days.from,
    to: days.to,
  }
}

type UnthankedRow = {
  user_id: string | null
  last_thanked: string | null
  total: number
  people: number
}

/**
 * Returns the users without recognition in these days, longest wait first. Small teams get no names
 * (`hidden`).
 */
export async function listUnthanked(
  trx: Trx,
  workspaceId: string,
  days: DayRange,
  limit: number,
): Promise<OutputOf<'leaderboards.unthanked'>> {
  const { rows } = await sql<UnthankedRow>`
    with accepted as materialized (select id, lower(first_name || ' ' || last_name) as name
      from users where workspace_id = ${workspaceId} and state = 'accepted'),
    waiting as materialized (
      select a.id, a.name from accepted a where a.id not in (
        select d.user_id from daily_recognition d where d.workspace_id = ${workspaceId}
          and d.day between ${days.from}::date and ${days.to}::date and d.received_posts > 0)),
    counted as (select (select count(*) from waiting) as total, (select count(*)
      from accepted) as people)
    select w.id as user_id, w.last_thanked, c.total, c.people from counted c
    left join (
      select waiting.id, waiting.name, last.day as last_thanked from waiting
      left join lateral (select d.day from daily_recognition d
        where d.workspace_id = ${workspaceId} and d.user_id = waiting.id
        and d.day < ${days.from}::date
        and d.received_posts > 0 order by d.day desc limit 1) last on true
      order by last.day nulls first, waiting.name, waiting.id limit ${sql.raw(String(limit))}) w
        on c.people >= ${limits.unthanked_people_min}
    order by w.last_thanked nulls first, w.name, w.id`.execute(trx)
  const people = rows[0]?.people ?? 0
  const hidden = people < limits.unthanked_people_min
  const named = await findPeopleByIds(
    trx,
    workspaceId,
    rows.flatMap((row) => row.user_id ?? []),
  )
  return {
    hidden,
    people,
    total: hidden ? 0 : (rows[0]?.total ?? 0),
    from: days.from,
    to: days.to,
    items: rows.flatMap(({ user_id: userId, last_thanked: lastThanked }) =>
      userId === null ? [] : [{ user: requirePerson(named, userId), last_thanked: lastThanked }],
    ),
  }
}
