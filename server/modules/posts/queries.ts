import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { Viewer } from './viewer.ts'

export type SqlPart = RawBuilder<unknown>

export const maxUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Returns a subquery of people as JSON; `ids` is a subquery of their ids. */
export function selectPeopleJson(workspaceId: string, ids: SqlPart): SqlPart {
  return sql`(
    select json_agg(x) from (
      select u.id, u.first_name, u.last_name, u.email, u.job_title, u.state, u.demo,
        f.storage_key as avatar_key
      from users u
      left join files f on f.workspace_id = u.workspace_id and f.id = u.avatar_file_id
      where u.workspace_id = ${workspaceId} and u.id in (${ids})
    ) x)`
}

/** Returns the condition for a post `p` visible to the viewer. Add-ons inherit visibility. */
export function visibleTo({ workspaceId, userId, seesPrivatePosts, publicOnly }: Viewer): SqlPart {
  if (publicOnly) return sql`not p.private`
  const mine = (alias: string) =>
    sql`(${sql.ref(`${alias}.from_id`)} = ${userId}
      or ${userId} = any (${sql.ref(`${alias}.to_ids`)}))`
  return seesPrivatePosts
    ? sql`true`
    : sql`(not p.private or ${mine('p')} or exists (select 1 from posts q
      where q.workspace_id = ${workspaceId} and q.id = p.parent_id and ${mine('q')})
      or exists (select 1 from post_readers pr where pr.workspace_id = ${workspaceId}
        and pr.user_id = ${userId} and pr.post_id in (p.id, p.parent_id)))`
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

/** Returns whether a person sees a private post beside its recipients. */
export async function isPostReader(
  trx: Trx,
  workspaceId: string,
  postId: string,
  userId: string,
): Promise<boolean> {
  const reader = await trx
    .selectFrom('post_readers')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('post_id', '=', postId)
    .executeTakeFirst()
  return reader !== undefined
}

const canSeePost = async (trx: Trx, viewer: Viewer, post: PostRecord): Promise<boolean> =>
  !post.private ||
  (!viewer.publicOnly &&
    (viewer.seesPrivatePosts ||
      post.from_id === viewer.userId ||
      post.to_ids.includes(viewer.userId) ||
      (post.from_id === null && isPostReader(trx, viewer.workspaceId, post.id, viewer.userId))))

/** Returns a root post visible to the viewer and locks its row; undefined without one. */
export async function lockRootPost(
  trx: Trx,
  viewer: Viewer,
  id: string,
): Promise<PostRecord | undefined> {
  const post = await lockPost(trx, viewer.workspaceId, id)
  return post && !post.add_on && (await canSeePost(trx, viewer, post)) ? post : undefined
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
  if (
    !post ||
    !((await canSeePost(trx, viewer, post)) || (parent && (await canSeePost(trx, viewer, parent))))
  )
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

/**
 * Marks posts as deleted. The caller holds their row locks. Their pictures can be used by another
 * post for a day, as after an undo, and are deleted then.
 */
export async function markPostsDeleted(
  trx: Trx,
  workspaceId: string,
  ids: string[],
  { deletedBy, at, pointsKept }: { deletedBy: string; at: Date; pointsKept: boolean },
): Promise<void> {
  await trx
    .updateTable('posts')
    .set({
      deleted_at: at,
      deleted_by: deletedBy,
      points_kept: sql`${pointsKept} and from_id is null`,
      picture: null,
      picture_file_id: null,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute()
}

/** Subtracts one deleted add-on from the counters of its parent. */
export async function subtractAddOn(
  trx: Trx,
  workspaceId: string,
  parentId: string,
  score: number,
): Promise<void> {
  await trx
    .updateTable('posts')
    .set((eb) => ({
      add_on_count: eb('add_on_count', '-', 1),
      added_score: eb('added_score', '-', score),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', parentId)
    .execute()
}

/** Adds posts to the rollups of a value (`sign` 1), or subtracts them (-1). */
export async function addToRollups(
  trx: Trx,
  workspaceId: string,
  postIds: string[],
  { valueId, sign }: { valueId: string; sign: 1 | -1 },
): Promise<void> {
  await sql`
    select rollup_posts(${workspaceId}, ${postIds}::uuid[], ${valueId}, ${sign})`.execute(trx)
}

/**
 * Returns the name of a value; undefined for an unknown value, with `active` also for a retired one.
 */
export async function findValueName(
  trx: Trx,
  workspaceId: string,
  id: string,
  { active }: { active: boolean },
): Promise<string | undefined> {
  const value = await trx
    .selectFrom('values')
    .select('name')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .$if(active, (query) => query.where('retired_at', 'is', null))
    .executeTakeFirst()
  return value?.name
}

export async function setPostsValue(
  trx: Trx,
  workspaceId: string,
  ids: string[],
  valueId: string,
): Promise<void> {
  await trx
    .updateTable('posts')
    .set({ value_id: valueId })
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute()
}

/** Inserts the likes of users on a post. Returns how many are new. */
export async function insertLikes(
  trx: Trx,
  workspaceId: string,
  { postId, userIds, at }: { postId: string; userIds: string[]; at: Date },
): Promise<number> {
  const { numInsertedOrUpdatedRows: inserted = 0n } = await trx
    .insertInto('likes')
    .values(
      userIds.map((userId) => ({
        workspace_id: workspaceId,
        post_id: postId,
        user_id: userId,
        created_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(inserted)
}

/** Deletes the user's like on a post. Returns its time; undefined without a like. */
export async function deleteLike(
  trx: Trx,
  workspaceId: string,
  { postId, userId }: { postId: string; userId: string },
): Promise<Date | undefined> {
  const deleted = await trx
    .deleteFrom('likes')
    .where('workspace_id', '=', workspaceId)
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .returning('created_at')
    .executeTakeFirst()
  return deleted?.created_at
}

/** Sets the like count of a post. The caller holds the post's row lock. */
export async function setLikeCount(
  trx: Trx,
  workspaceId: string,
  postId: string,
  count: number,
): Promise<void> {
  await trx
    .updateTable('posts')
    .set({ like_count: count })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', postId)
    .execute()
}

/** Returns the number of pictures of a user that no post uses yet. */
export async function countWaitingPictures(
  trx: Trx,
  workspaceId: string,
  userId: string,
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from files f
    where f.workspace_id = ${workspaceId} and f.created_by = ${userId} and f.kind = 'post'
      and f.created_at > ${since}
      and not exists (select 1 from posts p
        where p.workspace_id = ${workspaceId} and p.picture_file_id = f.id)`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Returns the storage key of the picture of a post visible to the viewer; undefined without one. */
export async function findPictureKey(
  trx: Trx,
  viewer: Viewer,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ storage_key: string }>`
    select f.storage_key from posts p
    join files f on f.workspace_id = p.workspace_id and f.id = p.picture_file_id
    where p.workspace_id = ${viewer.workspaceId} and p.id = ${id} and p.deleted_at is null
      and ${visibleTo(viewer)}`.execute(trx)
  return rows[0]?.storage_key
}
