import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { toIdRange } from '#server/platform/ids.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'

/** Reader of posts; queries return only the posts that the viewer may see. */
export type Viewer = { workspaceId: string; userId: string; seesPrivatePosts: boolean }

export function toViewer(actor: Actor): Viewer {
  return {
    workspaceId: actor.workspace_id,
    userId: actor.user_id,
    seesPrivatePosts: actor.abilities.has('see_private_posts'),
  }
}

export type SqlPart = RawBuilder<unknown>

export const maxUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Returns a subquery of people as JSON; `ids` is a subquery of their ids. */
export function selectPeopleJson(workspaceId: string, ids: SqlPart): SqlPart {
  return sql`(select json_agg(x) from (
      select u.id, u.first_name, u.last_name, u.email, u.job_title, u.state, u.demo,
        f.storage_key as avatar_key
      from users u left join files f on f.workspace_id = u.workspace_id and f.id = u.avatar_file_id
      where u.workspace_id = ${workspaceId} and u.id in (${ids})) x)`
}

/** Returns the condition for a post `p` visible to the viewer. Add-ons inherit visibility. */
export function visibleTo({ userId, seesPrivatePosts }: Viewer): SqlPart {
  const mine = (alias: string) =>
    sql`(${sql.ref(`${alias}.from_id`)} = ${userId}
      or ${userId} = any (${sql.ref(`${alias}.to_ids`)}))`
  return seesPrivatePosts
    ? sql`true`
    : sql`(not p.private or ${mine('p')} or exists (select 1 from posts q
      where q.workspace_id = p.workspace_id and q.id = p.parent_id and ${mine('q')}))`
}

/** Returns a post and locks its row; undefined for an unknown or deleted post. */
async function lockPost(trx: Trx, workspaceId: string, id: string) {
  return trx
    .selectFrom('posts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
export type PostRecord = NonNullable<Awaited<ReturnType<typeof lockPost>>>
const canSeePost = (viewer: Viewer, post: PostRecord) =>
  !post.private ||
  viewer.seesPrivatePosts ||
  post.from_id === viewer.userId ||
  post.to_ids.includes(viewer.userId)

/** Returns a root post visible to the viewer and locks its row; undefined without one. */
export async function lockRootPost(
  trx: Trx,
  viewer: Viewer,
  id: string,
): Promise<PostRecord | undefined> {
  const post = await lockPost(trx, viewer.workspaceId, id)
  return post && !post.add_on && canSeePost(viewer, post) ? post : undefined
}

/** A post with its add-ons, or an add-on with its parent. */
export type PostThread = { post: PostRecord; parent: PostRecord | undefined; addOns: PostRecord[] }

/**
 * Returns a post or add-on visible to the viewer and locks its thread. The parent is locked first,
 * as in `post_create`, so that a post under deletion gets no new add-on.
 */
export async function lockPostThread(
  trx: Trx,
  viewer: Viewer,
  id: string,
): Promise<PostThread | undefined> {
  const { workspaceId } = viewer
  const known = await trx
    .selectFrom('posts')
    .select('parent_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  const parent = known?.parent_id ? await lockPost(trx, workspaceId, known.parent_id) : undefined
  const post = await lockPost(trx, workspaceId, id)
  if (!post || !(canSeePost(viewer, post) || (parent && canSeePost(viewer, parent))))
    return undefined
  const addOns = parent
    ? []
    : await trx
        .selectFrom('posts')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('parent_id', '=', id)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()
  return { post, parent, addOns }
}

export type PostExportRow = {
  id: string
  day: string
  from_id: string
  to_ids: string[]
  value: string
  score: number
  description: string
  like_count: number
  private: boolean
  parent: string | null
}

/**
 * Returns a page of at most `limit` posts for the CSV export, newest first: visible to the viewer,
 * since a day, with ids below `before`.
 */
export async function listPostsForExport(
  trx: Trx,
  { workspaceId, userId, seesPrivatePosts }: Viewer,
  input: { since: string; before: string | undefined; limit: number },
): Promise<PostExportRow[]> {
  let query = trx
    .selectFrom('posts')
    .innerJoin('values', (join) =>
      join
        .onRef('values.workspace_id', '=', 'posts.workspace_id')
        .onRef('values.id', '=', 'posts.value_id'),
    )
    .select([
      'posts.id',
      'posts.day',
      'posts.from_id',
      'posts.to_ids',
      'values.name as value',
      'posts.score',
      'posts.description',
      'posts.like_count',
      'posts.private',
      // A subquery, because only add-ons have a parent.
      sql<
        string | null
      >`(select parent.description from posts parent where parent.workspace_id = posts.workspace_id
        and parent.id = posts.parent_id)`.as('parent'),
    ])
    .where('posts.workspace_id', '=', workspaceId)
    .where('posts.deleted_at', 'is', null)
    .where('posts.id', '<', input.before ?? maxUuid)
    // Ids start with a timestamp, so this bound ends the index scan. It is a day early, which
    // covers every time zone.
    .where('posts.id', '>=', toIdRange({ from: input.since, to: input.since }).first)
    .where('posts.day', '>=', input.since)
  if (!seesPrivatePosts)
    query = query.where(
      sql<boolean>`(not posts.private or posts.from_id = ${userId}
        or ${userId} = any (posts.to_ids))`,
    )
  return query.orderBy('posts.id', 'desc').limit(input.limit).execute()
}
