import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Reaction, ReactionOrLike } from '#contract/reactions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { selectPeopleJson, visibleTo } from '#server/modules/posts/queries.ts'
import type { Viewer } from '#server/modules/posts/viewer.ts'
import type { CommentPage, Reactors } from './present.ts'

/**
 * Returns the query of a post's replies, newest first: add-ons and, with `comments`, comments. Each
 * kind is an index range of one page. The page has `limit` + 1 rows to detect a next page.
 */
export function buildCommentPageQuery(
  viewer: Viewer,
  postId: string,
  comments: boolean,
  cursor: string | undefined,
  limit: number,
): RawBuilder<CommentPage> {
  const { workspaceId } = viewer
  const count = sql.raw(String(Math.trunc(limit) + 1))
  const before = (id: string) => (cursor ? sql`and ${sql.ref(id)} < ${cursor}` : sql``)
  const addOnRows = sql`(
    select p.id, 'add_on' as kind, p.from_id, p.description as text, p.score, p.created_at,
      null::timestamptz as edited_at, '{}'::uuid[] as mention_ids, '{}'::text[] as mention_names
    from posts p, post
    where p.workspace_id = ${workspaceId} and p.parent_id = post.id and p.deleted_at is null
      ${before('p.id')}
    order by p.id desc limit ${count})`
  const commentRows = sql`(
    select c.id, 'comment', c.user_id, c.text, null, c.created_at, c.edited_at, c.mention_ids,
      c.mention_names
    from comments c, post
    where c.workspace_id = ${workspaceId} and c.post_id = post.id ${before('c.id')}
    order by c.id desc limit ${count})`
  return sql<CommentPage>`
    with post as materialized (
      select p.id from posts p
      where p.workspace_id = ${workspaceId} and p.id = ${postId} and p.deleted_at is null
        and not p.add_on and ${visibleTo(viewer)}),
    page as materialized (
      select * from (${addOnRows} ${comments ? sql`union all ${commentRows}` : sql``}) both_kinds
      order by id desc limit ${count})
    select
      exists (select 1 from post) as "exists",
      (select json_agg(page order by id desc) from page) as rows,
      ${selectPeopleJson(
        workspaceId,
        sql`select from_id from page union select unnest(mention_ids) from page`,
      )} as people`
}

/**
 * Returns the query of the users behind a reaction or a like: the viewer first, then the newest,
 * with the total count. No row means that the viewer may not see the post.
 */
export function buildReactorsQuery(
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
  return sql<Reactors>`
    with post as materialized (
      select p.id, p.like_count, p.reaction_counts from posts p
      where p.workspace_id = ${workspaceId} and p.id = ${postId} and p.deleted_at is null
        and not p.add_on and ${visibleTo(viewer)}),
    page as materialized (
      select r.user_id, r.created_at from ${table}
      where r.workspace_id = ${workspaceId} and r.post_id = (select id from post)
        ${reaction === 'like' ? sql`` : sql`and r.reaction = ${reaction}`}
      order by ${order} limit ${limits.reactors_shown})
    select ${count} as count,
      (select json_agg(user_id order by ${order}) from page) as ids,
      ${selectPeopleJson(workspaceId, sql`select user_id from page`)} as people
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

/** People named in a comment, and their names as written there, in the same order. */
export type StoredMentions = { mention_ids: string[]; mention_names: string[] }

export async function insertComments(
  trx: Trx,
  workspaceId: string,
  postId: string,
  comments: ({
    id: string
    user_id: string
    text: string
    created_at: Date
  } & Partial<StoredMentions>)[],
): Promise<void> {
  await trx
    .insertInto('comments')
    .values(comments.map((comment) => ({ ...comment, workspace_id: workspaceId, post_id: postId })))
    .execute()
}

/** Sets the text of a comment, its mentions and the time of the change. */
export async function updateComment(
  trx: Trx,
  workspaceId: string,
  id: string,
  { editedAt, ...content }: { text: string; editedAt: Date | null } & StoredMentions,
): Promise<void> {
  await trx
    .updateTable('comments')
    .set({ ...content, edited_at: editedAt })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

export async function deleteCommentRow(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .deleteFrom('comments')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Inserts reactions to a post. Returns how many are new. */
export async function insertReactions(
  trx: Trx,
  workspaceId: string,
  postId: string,
  reactions: { user_id: string; reaction: Reaction; created_at: Date }[],
): Promise<number> {
  const { numInsertedOrUpdatedRows: inserted = 0n } = await trx
    .insertInto('reactions')
    .values(
      reactions.map((reaction) => ({ ...reaction, workspace_id: workspaceId, post_id: postId })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(inserted)
}

/** Returns the user's reactions to a post. */
export async function listReactionsOf(
  trx: Trx,
  workspaceId: string,
  postId: string,
  userId: string,
): Promise<Reaction[]> {
  const rows = await trx
    .selectFrom('reactions')
    .select('reaction')
    .where('workspace_id', '=', workspaceId)
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .execute()
  return rows.map((row) => row.reaction)
}

/** Deletes the user's reaction to a post. Returns its time; undefined without the reaction. */
export async function deleteReaction(
  trx: Trx,
  workspaceId: string,
  postId: string,
  { userId, reaction }: { userId: string; reaction: Reaction },
): Promise<Date | undefined> {
  const deleted = await trx
    .deleteFrom('reactions')
    .where('workspace_id', '=', workspaceId)
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .where('reaction', '=', reaction)
    .returning('created_at')
    .executeTakeFirst()
  return deleted?.created_at
}

/** Sets the reaction counts of a post. The caller holds the post's row lock. */
export async function setReactionCounts(
  trx: Trx,
  workspaceId: string,
  postId: string,
  counts: Partial<Record<Reaction, number>>,
): Promise<void> {
  await trx
    .updateTable('posts')
    .set({ reaction_counts: JSON.stringify(counts) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', postId)
    .execute()
}
