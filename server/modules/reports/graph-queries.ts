import { type RawBuilder, sql } from 'kysely'
import { readerIdOf, type Viewer } from '#server/modules/posts/viewer.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toIdRange } from '#server/platform/ids.ts'
import { currentPeople } from './group-row-queries.ts'
import type { DayRange } from './report-period.ts'
import { listSnapshotDays } from './snapshot-queries.ts'
import type { StatisticsSource } from './statistics-queries.ts'
import { userRows } from './snapshot-row-queries.ts'

type SqlPart = RawBuilder<unknown>
export type RecognitionTie = { user_id: string; score: number; posts: number }

const [anyPrivacy, publicOnly, privateOnly] = [sql`true, false`, sql`false`, sql`true`]

/** Returns the from clauses of the posts that a user gave or received; each is an index range. */
function postRanges(workspaceId: string, days: DayRange) {
  const { first, end } = toIdRange(days)
  const inDays = sql`p.id >= ${first} and p.id < ${end}
    and p.day between ${days.from}::date and ${days.to}::date and p.deleted_at is null
    and p.counted`
  return {
    givenBy: (id: string, privacy: SqlPart) => sql`
      from posts p
      where p.workspace_id = ${workspaceId} and p.from_id = ${id} and p.private in (${privacy})
        and p.add_on in (true, false) and ${inDays}`,
    receivedBy: (id: string, privacy: SqlPart) => sql`
      from post_recipients r
      join posts p on p.workspace_id = r.workspace_id and p.id = r.post_id
      where r.workspace_id = ${workspaceId} and r.user_id = ${id} and r.private in (${privacy})
        and r.add_on in (true, false) and not r.deleted
        and r.post_id >= ${first} and r.post_id < ${end} and ${inDays}`,
  }
}

type RelationsInput = { userId: string; days: DayRange; limit: number }

/** Private posts count for administrators, the user, and their writers and recipients. */
const seesAllPosts = (viewer: Viewer, userId: string) =>
  viewer.seesPrivatePosts || readerIdOf(viewer) === userId

/** Returns the users that a user recognizes most. */
export async function listRecognised(
  trx: Trx,
  viewer: Viewer,
  { userId, days, limit }: RelationsInput,
): Promise<RecognitionTie[]> {
  const { givenBy, receivedBy } = postRanges(viewer.workspaceId, days)
  const given = seesAllPosts(viewer, userId)
    ? sql`select p.to_ids, p.score ${givenBy(userId, anyPrivacy)}`
    : sql`
      select p.to_ids, p.score ${givenBy(userId, publicOnly)}
      union all
      select p.to_ids, p.score ${receivedBy(readerIdOf(viewer), privateOnly)} and p.from_id = ${userId}`
  const { rows } = await sql<RecognitionTie>`
    select r as user_id, sum(p.score) as score, count(*) as posts
    from (${given}) p, unnest(p.to_ids) r
    group by 1
    order by score desc, posts desc, user_id
    limit ${sql.lit(limit)}`.execute(trx)
  return rows
}

/** Returns the users that recognize a user most. */
export async function listRecognising(
  trx: Trx,
  viewer: Viewer,
  { userId, days, limit }: RelationsInput,
): Promise<RecognitionTie[]> {
  const { givenBy, receivedBy } = postRanges(viewer.workspaceId, days)
  const received = seesAllPosts(viewer, userId)
    ? sql`select p.from_id, p.score ${receivedBy(userId, anyPrivacy)}`
    : sql`
      select p.from_id, p.score ${receivedBy(userId, publicOnly)}
      union all
      select p.from_id, p.score ${givenBy(readerIdOf(viewer), privateOnly)} and ${userId} = any (p.to_ids)`
  const { rows } = await sql<RecognitionTie>`
    select p.from_id as user_id, sum(p.score) as score, count(*) as posts
    from (${received}) p
    where p.from_id is not null
    group by 1
    order by score desc, posts desc, user_id
    limit ${sql.lit(limit)}`.execute(trx)
  return rows
}

/** `user_id` is null in the only row of a team without such users, or with too few members. */
export type UnthankedRow = {
  user_id: string | null
  last_thanked: string | null
  total: number
  people: number
}

/**
 * Returns the users without recognition in these days, longest wait first, with their total and
 * the number of members. A group lists the people who are in it now, and thanks from any of their
 * groups count. Teams with less than `peopleMin` members get no names.
 */
export async function listUnthankedRows(
  trx: Trx,
  { workspaceId, days, group }: StatisticsSource,
  { limit, offset, peopleMin }: { limit: number; offset: number; peopleMin: number },
): Promise<UnthankedRow[]> {
  const inGroup = group ? sql`and id in (${currentPeople(workspaceId, group)})` : sql``
  const thanked = userRows(workspaceId, days, await listSnapshotDays(trx, workspaceId), {
    snapshot: (sign) => (sign === 1 ? sql`s.received_posts` : sql`-s.received_posts`),
    recognition: sql`d.received_posts::int`,
    recognitionWhere: sql`d.received_posts > 0`,
  })
  const { rows } = await sql<UnthankedRow>`
    with accepted as materialized (
      select id, first_name, last_name
      from users
      where workspace_id = ${workspaceId} and state = 'accepted' ${inGroup}),
    -- As a part of its own, because the planner expects that NOT IN reads half of its rows, and
    -- searches an index once for each user then.
    thanked as materialized (
      select x.user_id from (${thanked}) x (user_id, posts)
      group by x.user_id
      having sum(x.posts) > 0),
    waiting as materialized (
      select a.id, lower(a.first_name || ' ' || a.last_name) as name from accepted a
      where a.id not in (select user_id from thanked)),
    snapshot as materialized (
      select coalesce(max(day), '-infinity') as day from report_snapshots
      where workspace_id = ${workspaceId} and day < ${days.from}::date),
    last as materialized (
      select x.user_id, max(x.day) as day
      from (
        select s.user_id, s.last_received_day as day
        from user_snapshots s
        where s.workspace_id = ${workspaceId} and s.day = (select day from snapshot)
        union all
        select d.user_id, d.day
        from daily_recognition d
        where d.workspace_id = ${workspaceId} and d.day > (select day from snapshot)
          and d.day < ${days.from}::date and d.received_posts > 0) x
      where x.user_id in (select id from waiting)
      group by x.user_id),
    counted as (
      select (select count(*) from waiting) as total, (select count(*) from accepted) as people)
    select w.id as user_id, w.last_thanked, c.total, c.people
    from counted c
    left join (
      select waiting.id, waiting.name, last.day as last_thanked
      from waiting
      left join last on last.user_id = waiting.id
      order by last.day nulls first, waiting.name, waiting.id
      limit ${sql.lit(limit)} offset ${offset}) w on c.people >= ${peopleMin}
    order by w.last_thanked nulls first, w.name, w.id`.execute(trx)
  return rows
}
