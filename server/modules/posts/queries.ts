import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/database.ts'
import { idsOf } from '#server/platform/ids.ts'
import type { Decorated } from './present.ts'

export type Viewer = { workspace_id: string; user_id: string; see_all: boolean }
export type Filter = { value_id?: string | undefined; user_id?: string | undefined; direction?: 'given' | 'received' | 'both' }
type Part = RawBuilder<unknown>

const newest = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * The index ranges a page is merged from, each at most one page long. Private posts are ranges of their own and never an
 * OR over the feed: their cost does not grow with what others keep private.
 */
function ranges(viewer: Viewer, filter: Filter, before: string, limit: Part): Part[] {
  const { workspace_id, user_id: me, see_all } = viewer
  const value = filter.value_id ? sql`and p.value_id = ${filter.value_id}` : sql``
  const posts = (where: Part) => sql`(select p.id from posts p where p.workspace_id = ${workspace_id} and p.deleted_at is null and p.id < ${before} ${where} ${value}
    order by p.id desc limit ${limit})`
  const received = (who: string, where: Part, and: Part = sql``) => filter.value_id || and !== nothing
    ? sql`(select p.id from post_recipients r join posts p on p.workspace_id = r.workspace_id and p.id = r.post_id
        where r.workspace_id = ${workspace_id} and r.user_id = ${who} and not r.deleted and r.post_id < ${before} ${where} ${and} ${value}
        order by r.post_id desc limit ${limit})`
    : sql`(select r.post_id as id from post_recipients r where r.workspace_id = ${workspace_id} and r.user_id = ${who} and not r.deleted and r.post_id < ${before} ${where}
        order by r.post_id desc limit ${limit})`

  const who = filter.user_id
  if (!who) {
    const open = posts(sql`and not p.private and p.parent_id is null`)
    return see_all
      ? [open, posts(sql`and p.private and p.parent_id is null`)]
      : [open, posts(sql`and p.private and p.from_id = ${me}`), received(me, sql`and r.private`, nothing)]
  }
  const whole = see_all || who === me
  const list: Part[] = []
  if (filter.direction !== 'received') {
    list.push(posts(sql`and not p.private and p.from_id = ${who}`))
    list.push(whole ? posts(sql`and p.private and p.from_id = ${who}`) : received(me, sql`and r.private`, sql`and p.from_id = ${who}`))
  }
  if (filter.direction !== 'given') {
    list.push(received(who, sql`and not r.private`, nothing))
    list.push(whole ? received(who, sql`and r.private`, nothing) : received(who, sql`and r.private`, sql`and p.from_id = ${me}`))
  }
  return list
}
const nothing = sql``

/** The people and values of a set of posts, beside the posts: one row, one statement, whatever the page's length. */
function decorated(viewer: Viewer, ids: Part): RawBuilder<Decorated> {
  const { workspace_id, user_id } = viewer
  return sql<Decorated>`with page as materialized (
    select p.id, p.from_id, p.to_ids, p.value_id, p.score, p.description, p.private, p.like_count, p.parent_id, p.comment_count, p.added_score, p.reaction_counts, p.created_at,
      exists (select 1 from likes l where l.workspace_id = p.workspace_id and l.post_id = p.id and l.user_id = ${user_id}) as liked,
      array(select r.reaction from reactions r where r.workspace_id = p.workspace_id and r.post_id = p.id and r.user_id = ${user_id}) as reacted
    from posts p where p.workspace_id = ${workspace_id} and p.id in (${ids}) and p.deleted_at is null)
  select
    (select json_agg(page order by id desc) from page) as posts,
    (select json_agg(x) from (
      select u.id, u.first_name, u.last_name, u.email, u.job_title, u.state, u.demo, f.storage_key as avatar_key
      from users u left join files f on f.workspace_id = u.workspace_id and f.id = u.avatar_file_id
      where u.workspace_id = ${workspace_id} and u.id in (select from_id from page union select unnest(to_ids) from page)) x) as people,
    (select json_agg(x) from (
      select v.id, v.name, v.description, v.color, v.emoji, v.keywords, v.tag, v.is_default, v.retired_at
      from "values" v where v.workspace_id = ${workspace_id} and v.id in (select value_id from page)) x) as values`
}

/** A page of what the viewer may see, newest first; asks for one more than `limit` to know whether there is a next page. */
export function feedPage(viewer: Viewer, filter: Filter, cursor: string | undefined, limit: number): RawBuilder<Decorated> {
  const count = sql.raw(String(Math.trunc(limit) + 1))
  const merged = sql.join(ranges(viewer, filter, cursor ?? newest, count), sql` union all `)
  return decorated(viewer, sql`select id from (${merged}) ranges order by id desc limit ${count}`)
}

/** One post, if the viewer may see it. */
export function onePost(viewer: Viewer, id: string): RawBuilder<Decorated> {
  const mine = viewer.see_all ? sql`` : sql`and (not p.private or p.from_id = ${viewer.user_id} or ${viewer.user_id} = any (p.to_ids))`
  return decorated(viewer, sql`select p.id from posts p where p.workspace_id = ${viewer.workspace_id} and p.id = ${id} ${mine}`)
}

/** A post the viewer may see, locked for a change; undefined when there is none to see. */
export async function lockPost(trx: Trx, viewer: Viewer, id: string) {
  const row = await trx.selectFrom('posts').selectAll().where('workspace_id', '=', viewer.workspace_id).where('id', '=', id)
    .where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst()
  const seen = row && (!row.private || viewer.see_all || row.from_id === viewer.user_id || row.to_ids.includes(viewer.user_id))
  return seen ? row : undefined
}
export type PostRecord = NonNullable<Awaited<ReturnType<typeof lockPost>>>

export type ExportRow = { id: string; day: string; from_id: string; to_ids: string[]; value: string; score: number; description: string; like_count: number; private: boolean }
/** What the viewer may see of the posts since a day, for a file: newest first, a page of `limit` before the id `before`. */
export async function exportPosts(trx: Trx, { workspace_id, user_id, see_all }: Viewer, input: { since: string; before: string | undefined; limit: number }): Promise<ExportRow[]> {
  let query = trx.selectFrom('posts').innerJoin('values', (join) => join.onRef('values.workspace_id', '=', 'posts.workspace_id').onRef('values.id', '=', 'posts.value_id'))
    .select(['posts.id', 'posts.day', 'posts.from_id', 'posts.to_ids', 'values.name as value', 'posts.score', 'posts.description', 'posts.like_count', 'posts.private'])
    .where('posts.workspace_id', '=', workspace_id).where('posts.deleted_at', 'is', null).where('posts.id', '<', input.before ?? newest)
    // Ids begin with their moment: a day earlier than the day itself began anywhere, the index ends.
    .where('posts.id', '>=', idsOf({ from: input.since, to: input.since }).first).where('posts.day', '>=', input.since)
  if (!see_all) query = query.where(sql<boolean>`(not posts.private or posts.from_id = ${user_id} or ${user_id} = any (posts.to_ids))`)
  return query.orderBy('posts.id', 'desc').limit(input.limit).execute()
}
