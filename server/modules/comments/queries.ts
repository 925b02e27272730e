import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { ReactionOrLike } from '#contract/reactions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { selectPeopleJson, visibleTo, type Viewer } from '#server/modules/posts/queries.ts'
import type { CommentPage, Reactors } from './present.ts'

/**
 * Returns the query of a post's replies, newest first: add-ons and, with `comments`, comments. Each
 * kind is an index range of one page. The page has `limit` + 1 rows to detect a next page.
 */
export function commentPageQuery(
  viewer: Viewer,
  postId: string,
  comments: boolean,
  cursor: string | undefined,
  limit: number,
): RawBuilder<CommentPage> {
  const { workspaceId } = viewer
  const count = sql.raw(String(Math.trunc(limit) + 1))
  const before = (id: string) => (cursor ? sql`and ${sql.ref(id)} < ${cursor}` : sql``)
  const addOnRows = sql`(select p.id, 'add_on' as kind, p.from_id, p.description as text, p.score,
    p.created_at, null::timestamptz as edited_at
    from posts p, post where p.workspace_id = ${workspaceId} and p.parent_id = post.id
      and p.deleted_at is null ${before('p.id')} order by p.id desc limit ${count})`
  const commentRows = sql`(select c.id, 'comment', c.user_id, c.text, null, c.created_at, c.edited_at
    from comments c, post where c.workspace_id = ${workspaceId}
      and c.post_id = post.id ${before('c.id')} order by c.id desc limit ${count})`
  return sql<CommentPage>`with post as materialized (
    select p.id from posts p where p.workspace_id = ${workspaceId} and p.id = ${postId}
      and p.deleted_at is null and not p.add_on and ${visibleTo(viewer)}),
  page as materialized (select * from (${addOnRows}
    ${comments ? sql`union all ${commentRows}` : sql``}) both_kinds order by id desc limit ${count})
  select
    exists (select 1 from post) as "exists",
    (select json_agg(page order by id desc) from page) as rows,
    ${selectPeopleJson(workspaceId, sql`select from_id from page`)} as people`
}

/**
 * Returns the query of the users behind a reaction or a like: the viewer first, then the newest,
 * with the total count. No row means that the viewer may not see the post.
 */
export function reactorsQuery(
  viewer: Viewer,
  postId: string,
  reaction: ReactionOrLike,
): RawBuilder<Reactors> {
  const { workspaceId, userId } = viewer
  const order = sql`(user_id = ${userId}) desc, created_at desc, user_id`
  const [table, count] =
    reaction === 'like'
      ? [sql`likes r`, sql`post.like_count`]
      : [sql`reactions r`, sql`coalesce((post.reaction_counts ->> ${reaction})::int, 0)`]
  return sql<Reactors>`with post as materialized (
    select p.id, p.like_count, p.reaction_counts from posts p where p.workspace_id = ${workspaceId}
      and p.id = ${postId} and p.deleted_at is null and not p.add_on and ${visibleTo(viewer)}),
  page as materialized (select r.user_id, r.created_at from ${table}
    where r.workspace_id = ${workspaceId} and r.post_id = (select id
      from post) ${reaction === 'like' ? sql`` : sql`and r.reaction = ${reaction}`}
      order by ${order} limit ${limits.reactors_shown})
  select ${count} as count, (select json_agg(user_id order by ${order})
    from page) as ids, ${selectPeopleJson(workspaceId, sql`select user_id from page`)} as people
  from post`
}

/** Returns a comment of this post and locks its row; undefined without one. */
export async function lockComment(trx: Trx, workspaceId: string, postId: string, id: string) {
  return trx
    .selectFrom('comments')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('post_id', '=', postId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Adds `delta` to the comment count of a post. The caller holds the post's row lock. */
export async function addToCommentCount(
  trx: Trx,
  workspaceId: string,
  postId: string,
  delta: 1 | -1,
): Promise<void> {
  await trx
    .updateTable('posts')
    .set((eb) => ({ comment_count: eb('comment_count', '+', delta) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', postId)
    .execute()
}
