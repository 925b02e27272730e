import {
  enqueuePostsDeleted,
  enqueueWebhookEvents,
} from '#server/modules/outbox/webhook-event-queries.ts'
import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { removePostsFromInboxes } from '#server/modules/inbox-items/queries.ts'
import { setReactionInInboxes } from '#server/modules/inbox-items/set-reaction.ts'
import { limits } from '#contract/limits.ts'
import type { CreatedPost, PostCreate } from '#contract/schemas/posts.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { presentAllowance } from '#server/modules/allowances/present.ts'
import { findUserLimits } from '#server/modules/allowances/queries.ts'
import { listParticipants } from '#server/modules/people/participants.ts'
import { reverse } from '#server/ledger/recognition.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type IdempotentCall, withIdempotency } from '#server/platform/http/idempotency.ts'
import { findPeriod } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { givePoints, type GivePointsResult } from './create-post.ts'
import { publishPostChanged } from './events.ts'
import { isCompanyPostAbout, presentPosts } from './present.ts'
import {
  addToRollups,
  deleteLike,
  findValueName,
  insertLikes,
  lockPostThread,
  lockRootPost,
  markPostsDeleted,
  type PostRecord,
  type PostThread,
  setLikeCount,
  setPostsValue,
  subtractAddOn,
} from './queries.ts'
import { toViewer } from './viewer.ts'

/** Services that change posts and publish the changes. */
export type PostServices = Pick<Services, 'db' | 'events'>

const emptyPostFields = {
  occasion: null,
  parent_id: null,
  comment_count: 0,
  add_on_count: 0,
  added_score: 0,
  reaction_counts: {},
  reacted: [],
  imported: false,
}

/** Publishes the changes of a new post to open pages, and returns it as the API presents it. */
export function announcePost(
  services: Pick<PostServices, 'events'>,
  actor: Actor,
  { post, people, value, given_posts: given }: GivePointsResult,
): CreatedPost {
  const [presented] = presentPosts(
    { posts: [{ ...post, ...emptyPostFields }], people, values: [value] },
    actor,
  )
  if (!presented) throw new Error('post missing')
  publishPostChanged(services, actor.workspace_id, post, 'moved')
  publishInboxChanged(services, actor.workspace_id, post.to_ids)
  const milestones: readonly number[] = limits.given_milestones
  return { ...presented, milestone: milestones.includes(given) ? given : null }
}

/** Creates a post that gives points to colleagues. Throws the codes of `posts.create`. */
export async function createPost(
  services: PostServices,
  actor: Actor,
  input: PostCreate,
  call: IdempotentCall,
): Promise<CreatedPost> {
  const created = announcePost(services, actor, await givePoints(services.db, actor, input, call))
  if (input.budget_id !== undefined) services.events.publish(actor.workspace_id, ['budgets'])
  return created
}

/** An imported post belongs to the past: its giver may not change it. */
const mayModifyPost = (post: PostRecord, actor: Actor) =>
  (post.from_id === actor.user_id && post.imported_from === null) ||
  actor.abilities.has('moderate_posts')
const postIds = (posts: PostRecord[]) => posts.map((post) => post.id)
/** Returns the ids of the posts that are sent to webhooks: neither private nor demo posts. */
const announcedIds = (posts: PostRecord[]) =>
  postIds(posts.filter((post) => !post.private && !post.demo))

/**
 * Deletes a post with its add-ons and reverses their points. Posts, allowances, wallets and rollups
 * are locked in the order of `post_create`, each kind by id, which prevents deadlocks.
 */
async function deletePostThread(
  trx: Trx,
  actor: Actor,
  { post, parent, addOns }: PostThread,
  { at, pointsKept }: { at: Date; pointsKept: boolean },
): Promise<OutputOf<'posts.delete'>> {
  const { workspace_id: workspaceId } = actor
  const deleted = [post, ...addOns]
  await markPostsDeleted(trx, workspaceId, postIds(deleted), {
    deletedBy: actor.user_id,
    at,
    pointsKept,
  })
  await enqueuePostsDeleted(trx, { workspaceId, postIds: announcedIds(deleted), at })
  await removePostsFromInboxes(trx, workspaceId, postIds(deleted))
  if (parent) await subtractAddOn(trx, workspaceId, parent.id, post.score)

  const period = findPeriod(at, actor.limit_period, actor.timezone)
  // An add-on has the wallets of its parent, which comes first in the list.
  const [returned = 0] = await reverse(trx, {
    workspaceId,
    postIds: postIds(deleted),
    actorId: actor.user_id,
    at,
    period,
  })
  const uncounted = pointsKept ? addOns : deleted
  await addToRollups(trx, workspaceId, postIds(uncounted), { valueId: post.value_id, sign: -1 })

  const limitsRow = await findUserLimits(trx, workspaceId, actor.user_id, period.start)
  return {
    id: post.id,
    returned,
    score_remaining: presentAllowance(limitsRow, period.end).score_remaining,
  }
}

/**
 * Deletes a post with its add-ons, or one add-on. Throws `forbidden` unless the actor is its author,
 * may moderate posts, or is the person of a post by the workspace, who keeps its points unless
 * `points` is `return`. The points return; the sender may give those again that recipients still
 * had. Concurrent deletions: the first succeeds, the others throw `not_found`.
 */
export async function deletePost(
  services: PostServices,
  actor: Actor,
  { id, points }: { id: string; points: 'keep' | 'return' },
  call: IdempotentCall,
): Promise<OutputOf<'posts.delete'>> {
  let deleted: PostThread | undefined
  const answer = await services.db.tenant(actor.workspace_id, (trx) =>
    withIdempotency(trx, call, async () => {
      const thread = await lockPostThread(trx, toViewer(actor), id)
      if (!thread) throwRefusal('not_found')
      const isOwn = isCompanyPostAbout(thread.post, actor.user_id)
      if (!isOwn && !mayModifyPost(thread.post, actor)) throwRefusal('forbidden')
      const result = await deletePostThread(trx, actor, thread, {
        at: call.at,
        pointsKept: isOwn && points === 'keep',
      })
      const { from_id: userId, score, to_ids: toIds } = thread.post
      if (!isOwn && userId !== actor.user_id)
        await audit(
          trx,
          actor,
          'post.delete',
          { post_id: id, user_id: userId, amount: score * toIds.length },
          call.at,
        )
      deleted = thread
      return result
    }),
  )
  if (deleted) publishInboxChanged(services, actor.workspace_id, listParticipants(deleted.post))
  if (deleted?.parent)
    publishPostChanged(services, actor.workspace_id, deleted.parent, 'stay', [deleted.post])
  else if (deleted)
    publishPostChanged(services, actor.workspace_id, deleted.post, 'moved', deleted.addOns)
  return answer
}

/**
 * Changes the value of a post and its add-ons, and updates the rollups. Throws `forbidden` for
 * add-ons and for actors without the right, `value_required` for an unknown or retired value.
 */
export async function changePostValue(
  services: PostServices,
  actor: Actor,
  id: string,
  valueId: string,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId } = actor
  const changed = await services.db.tenant(workspaceId, async (trx) => {
    const thread = await lockPostThread(trx, toViewer(actor), id)
    if (!thread) throwRefusal('not_found')
    const { post, parent, addOns } = thread
    if (parent || post.imported_from !== null || !mayModifyPost(post, actor))
      throwRefusal('forbidden')
    const value = await findValueName(trx, workspaceId, valueId, { active: true })
    if (value === undefined) throwRefusal('value_required', { field: 'value_id' })
    if (post.value_id === valueId) return null
    const all = postIds([post, ...addOns])
    await setPostsValue(trx, workspaceId, all, valueId)
    await enqueueWebhookEvents(trx, {
      workspaceId,
      event: 'post.updated',
      subjectIds: announcedIds([post, ...addOns]),
      at,
    })
    // Ordered by value id, so that two changes in opposite directions do not deadlock.
    const changes: [string, 1 | -1][] = [
      [post.value_id, -1],
      [valueId, 1],
    ]
    for (const [changedId, sign] of changes.sort(([a], [b]) => (a < b ? -1 : 1)))
      await addToRollups(trx, workspaceId, all, { valueId: changedId, sign })
    if (post.from_id !== actor.user_id) {
      const old = await findValueName(trx, workspaceId, post.value_id, { active: false })
      await audit(
        trx,
        actor,
        'post.update',
        {
          post_id: id,
          user_id: post.from_id,
          value: { from: old, to: value },
          value_id: { from: post.value_id, to: valueId },
        },
        at,
      )
    }
    return post
  })
  if (changed) publishPostChanged(services, workspaceId, changed, 'stay')
}

/** Likes or unlikes a root post. Idempotent. */
export async function setLike(
  services: PostServices,
  actor: Actor,
  id: string,
  liked: boolean,
  at: Date,
): Promise<OutputOf<'posts.like'>> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const { answer, post, inboxes } = await services.db.tenant(workspaceId, async (trx) => {
    const post = await lockRootPost(trx, toViewer(actor), id)
    if (!post) throwRefusal('not_found')
    if (post.imported_from !== null) throwRefusal('forbidden')
    const like = { postId: id, userId }
    const changedAt = liked
      ? (await insertLikes(trx, workspaceId, { postId: id, userIds: [userId], at })) && at
      : await deleteLike(trx, workspaceId, like)
    const hasChanged = Boolean(changedAt)
    const delta = liked ? 1 : -1
    const likeCount = post.like_count + (hasChanged ? delta : 0)
    if (hasChanged) await setLikeCount(trx, workspaceId, id, likeCount)
    const changedInboxes = await setReactionInInboxes(trx, workspaceId, post, {
      userId,
      on: liked,
      at: changedAt || undefined,
    })
    return {
      answer: { id, like_count: likeCount, liked },
      post: hasChanged ? post : null,
      inboxes: changedInboxes,
    }
  })
  if (post) publishPostChanged(services, workspaceId, post, 'stay')
  publishInboxChanged(services, workspaceId, inboxes)
  return answer
}
