import { sql } from 'kysely'
import type { Post, PostCreate } from '#contract/schemas/posts.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { reversePosts, findSpentAllowance } from '#server/ledger/ledger.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type IdempotentCall, withIdempotency } from '#server/platform/http/idempotency.ts'
import { findPeriod } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { givePoints } from './create-post.ts'
import { publishPostChanged } from './events.ts'
import { presentPosts } from './present.ts'
import {
  lockRootPost,
  lockPostThread,
  type PostRecord,
  type PostThread,
  toViewer,
} from './queries.ts'

/** What a rule needs to act and to tell of it. */
export type PostServices = Pick<Services, 'db' | 'events'>

const emptyPostCounters = {
  parent_id: null,
  comment_count: 0,
  add_on_count: 0,
  added_score: 0,
  reaction_counts: {},
  reacted: [],
}

/** Recognises colleagues. Refuses with the codes of `posts.create`. */
export async function createPost(
  posting: PostServices,
  actor: Actor,
  input: PostCreate,
  call: IdempotentCall,
): Promise<Post> {
  const { post, people, value } = await givePoints(posting.db, actor, input, call)
  const [presented] = presentPosts(
    { posts: [{ ...post, ...emptyPostCounters }], people, values: [value] },
    actor,
  )
  if (!presented) throw new Error('post missing')
  publishPostChanged(posting, actor.workspace_id, post, 'moved')
  return presented
}

const mayModifyPost = (post: PostRecord, actor: Actor) =>
  post.from_id === actor.user_id || actor.abilities.has('moderate_posts')
const postIds = (posts: PostRecord[]) => posts.map((post) => post.id)

/**
 * Takes a post and its add-ons back. Posts, allowances, wallets, figures: each kind in the order of
 * its ids, as whoever gives takes them.
 */
async function deletePostThread(
  trx: Trx,
  actor: Actor,
  { post, parent, add_ons: addOns }: PostThread,
  at: Date,
): Promise<OutputOf<'posts.delete'>> {
  const { workspace_id: workspaceId } = actor
  const gone = [post, ...addOns]
  await trx
    .updateTable('posts')
    .set({ deleted_at: at, deleted_by: actor.user_id })
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', postIds(gone))
    .execute()
  if (parent) {
    await trx
      .updateTable('posts')
      .set((eb) => ({
        add_on_count: eb('add_on_count', '-', 1),
        added_score: eb('added_score', '-', post.score),
      }))
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', parent.id)
      .execute()
  }

  const period = findPeriod(at, actor.limit_period, actor.timezone)
  // The wallets of an add-on are among those of its parent, which comes first.
  const [recovered = 0] = await reversePosts(
    trx,
    { workspace_id: workspaceId, actor_id: actor.user_id, at },
    postIds(gone),
    period,
  )
  await sql`select rollup_posts(${workspaceId}, ${postIds(gone)}::uuid[], ${post.value_id}, -1)`.execute(
    trx,
  )

  const limit = await trx
    .selectFrom('users')
    .innerJoin('settings', 'settings.workspace_id', 'users.workspace_id')
    .where('users.workspace_id', '=', workspaceId)
    .where('users.id', '=', actor.user_id)
    .select((eb) => eb.fn.coalesce('users.points_limit', 'settings.points_limit').as('value'))
    .executeTakeFirst()
  const spent = await findSpentAllowance(trx, workspaceId, actor.user_id, period.start)
  const left = limit?.value == null ? null : Math.max(limit.value - spent, 0)
  return {
    id: post.id,
    returned: post.created_at >= period.start && post.created_at < period.end ? recovered : 0,
    score_remaining: left,
  }
}

/**
 * Deletes a post with its add-ons, or one add-on: its author or a global administrator. The points
 * always go back, and the sender may give those again that the recipients still had. Of many at
 * once one wins; the others find it gone.
 */
export async function deletePost(
  posting: PostServices,
  actor: Actor,
  id: string,
  call: IdempotentCall,
): Promise<OutputOf<'posts.delete'>> {
  let gone: PostThread | undefined
  const answer = await posting.db.tenant(actor.workspace_id, (trx) =>
    withIdempotency(trx, call, async () => {
      const tree = await lockPostThread(trx, toViewer(actor), id)
      if (!tree) throwRefusal('not_found')
      if (!mayModifyPost(tree.post, actor)) throwRefusal('forbidden')
      const taken = await deletePostThread(trx, actor, tree, call.at)
      const { from_id: userId, score, to_ids: toIds } = tree.post
      if (userId !== actor.user_id)
        await audit(
          trx,
          actor,
          'post.delete',
          { post_id: id, user_id: userId, amount: score * toIds.length },
          call.at,
        )
      gone = tree
      return taken
    }),
  )
  if (gone?.parent)
    publishPostChanged(posting, actor.workspace_id, gone.parent, 'stay', [gone.post])
  else if (gone) publishPostChanged(posting, actor.workspace_id, gone.post, 'moved', gone.add_ons)
  return answer
}

/**
 * Changes the value of a post and of its add-ons, nothing else; the figures of their days follow.
 */
export async function changePostValue(
  posting: PostServices,
  actor: Actor,
  id: string,
  valueId: string,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId } = actor
  const changed = await posting.db.tenant(workspaceId, async (trx) => {
    const tree = await lockPostThread(trx, toViewer(actor), id)
    if (!tree) throwRefusal('not_found')
    const { post, parent, add_ons: addOns } = tree
    if (parent || !mayModifyPost(post, actor)) throwRefusal('forbidden')
    const value = await trx
      .selectFrom('values')
      .select('name')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', valueId)
      .where('retired_at', 'is', null)
      .executeTakeFirst()
    if (!value) throwRefusal('value_required', { field: 'value_id' })
    if (post.value_id === valueId) return null
    const all = postIds([post, ...addOns])
    await trx
      .updateTable('posts')
      .set({ value_id: valueId })
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', all)
      .execute()
    // In the order of the values' ids, so that two changes in opposite directions do not deadlock.
    const changes: [string, number][] = [
      [post.value_id, -1],
      [valueId, 1],
    ]
    for (const [one, sign] of changes.sort(([a], [b]) => (a < b ? -1 : 1)))
      await sql`select rollup_posts(${workspaceId}, ${all}::uuid[], ${one}, ${sign})`.execute(trx)
    if (post.from_id !== actor.user_id) {
      const old = await trx
        .selectFrom('values')
        .select('name')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', post.value_id)
        .executeTakeFirstOrThrow()
      await audit(
        trx,
        actor,
        'post.update',
        {
          post_id: id,
          user_id: post.from_id,
          value: { from: old.name, to: value.name },
          value_id: { from: post.value_id, to: valueId },
        },
        at,
      )
    }
    return post
  })
  if (changed) publishPostChanged(posting, workspaceId, changed, 'stay')
}

/** Likes or unlikes a post that stands by itself; twice is once. */
export async function setLike(
  posting: PostServices,
  actor: Actor,
  id: string,
  liked: boolean,
  at: Date,
): Promise<OutputOf<'posts.like'>> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const { answer, post } = await posting.db.tenant(workspaceId, async (trx) => {
    const post = await lockRootPost(trx, toViewer(actor), id)
    if (!post) throwRefusal('not_found')
    const changed = liked
      ? (
          await trx
            .insertInto('likes')
            .values({ workspace_id: workspaceId, post_id: id, user_id: userId, created_at: at })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst()
        ).numInsertedOrUpdatedRows
      : (
          await trx
            .deleteFrom('likes')
            .where('workspace_id', '=', workspaceId)
            .where('post_id', '=', id)
            .where('user_id', '=', userId)
            .executeTakeFirst()
        ).numDeletedRows
    const likeCount = post.like_count + (changed === 1n ? (liked ? 1 : -1) : 0)
    if (changed === 1n)
      await trx
        .updateTable('posts')
        .set({ like_count: likeCount })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute()
    return { answer: { id, like_count: likeCount, liked }, post: changed === 1n ? post : null }
  })
  if (post) publishPostChanged(posting, workspaceId, post, 'stay')
  return answer
}
