import { limits } from '#contract/limits.ts'
import { enqueueWebhookEvents } from '#server/modules/outbox/webhook-event-queries.ts'
import type { Kysely } from 'kysely'
import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import {
  addCommentToInboxes,
  removeCommentFromInboxes,
} from '#server/modules/inbox-items/queries.ts'
import {
  addMentionsToInboxes,
  setMentionsInInboxes,
} from '#server/modules/inbox-items/mention-queries.ts'
import { setReactionInInboxes } from '#server/modules/inbox-items/set-reaction.ts'
import type { Comment } from '#contract/schemas/posts.ts'
import type { ReactionOrLike, Reaction } from '#contract/reactions.ts'
import type { BodyOf, OutputOf } from '#contract/routes/index.ts'
import { givePoints } from '#server/modules/posts/create-post.ts'
import { publishPostChanged } from '#server/modules/posts/events.ts'
import { presentReactions } from '#server/modules/posts/present.ts'
import { lockRootPost, type PostRecord } from '#server/modules/posts/queries.ts'
import type { PostServices } from '#server/modules/posts/service.ts'
import { toViewer } from '#server/modules/posts/viewer.ts'
import { presentPerson } from '#server/modules/people/present.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type IdempotentCall, withIdempotency } from '#server/platform/http/idempotency.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import type { Actor, PostSwitches } from '#server/platform/auth/sessions.ts'
import { resolveMentions } from './mentions.ts'
import { type CommentRow, presentComment, presentReactors } from './present.ts'
import {
  addToCommentCount,
  buildReactorsQuery,
  deleteCommentRow,
  deleteReaction,
  insertComments,
  insertReactions,
  listReactionsOf,
  lockComment,
  setReactionCounts,
  updateComment,
} from './queries.ts'

/** Throws `switched_off` when the workspace has disabled the feature. */
function assertFeatureEnabled(actor: Actor, feature: keyof PostSwitches): void {
  if (!actor.switches[feature]) throwRefusal('switched_off')
}

/**
 * Runs `work` in a transaction that locks a post visible to the actor. Publishes the change after
 * the commit, unless nothing changed, and changes of `inboxes` (ids of their owners). Throws
 * `not_found` for an invisible post.
 */
async function withLockedPost<T>(
  services: PostServices,
  actor: Actor,
  postId: string,
  work: (
    trx: Trx,
    post: PostRecord,
  ) => Promise<{ answer: T; changed: boolean; inboxes?: string[] }>,
): Promise<T> {
  const { workspace_id: workspaceId } = actor
  const {
    post,
    answer,
    changed,
    inboxes = [],
  } = await services.db.tenant(workspaceId, async (trx) => {
    const found = (await lockRootPost(trx, toViewer(actor), postId)) ?? throwRefusal('not_found')
    if (found.imported_from !== null) throwRefusal('forbidden')
    return { post: found, ...(await work(trx, found)) }
  })
  if (changed) publishPostChanged(services, workspaceId, post, 'stay')
  publishInboxChanged(services, workspaceId, inboxes)
  return answer
}

/** Adds (`on`) or removes the actor's reaction to a post. Idempotent. */
export async function setReaction(
  services: PostServices,
  actor: Actor,
  postId: string,
  { reaction, on }: { reaction: Reaction; on: boolean },
  at: Date,
): Promise<OutputOf<'posts.react'>> {
  assertFeatureEnabled(actor, 'reactions')
  const { workspace_id: workspaceId, user_id: userId } = actor
  return withLockedPost(services, actor, postId, async (trx, post) => {
    const added = { user_id: userId, reaction, created_at: at }
    if (
      on &&
      !post.reaction_counts[reaction] &&
      Object.keys(post.reaction_counts).length >= limits.reactions_per_post_max
    )
      throwRefusal('reactions_full', { params: { finish: limits.reactions_per_post_max } })
    const changedAt = on
      ? (await insertReactions(trx, workspaceId, postId, [added])) && at
      : await deleteReaction(trx, workspaceId, postId, { userId, reaction })
    const changed = Boolean(changedAt)
    const reactionCounts = { ...post.reaction_counts }
    if (changed) {
      reactionCounts[reaction] = (reactionCounts[reaction] ?? 0) + (on ? 1 : -1)
      if (!reactionCounts[reaction]) delete reactionCounts[reaction]
      await setReactionCounts(trx, workspaceId, postId, reactionCounts)
    }
    const reacted = await listReactionsOf(trx, workspaceId, postId, userId)
    return {
      answer: {
        id: postId,
        reactions: presentReactions({ reaction_counts: reactionCounts, reacted }, actor),
      },
      changed,
      inboxes: await setReactionInInboxes(trx, workspaceId, post, {
        userId,
        on,
        at: changedAt || undefined,
      }),
    }
  })
}

/** Returns the users behind a reaction or a like. Throws `not_found` for an invisible post. */
export async function listReactors(
  { db }: Pick<PostServices, 'db'>,
  actor: Actor,
  postId: string,
  reaction: ReactionOrLike,
): Promise<OutputOf<'posts.reactors'>> {
  if (reaction !== 'like') assertFeatureEnabled(actor, 'reactions')
  const compiler: Kysely<Tables> = db.global
  const [found] = await db.read(
    actor.workspace_id,
    buildReactorsQuery(toViewer(actor), postId, reaction).compile(compiler),
  )
  return presentReactors(found ?? throwRefusal('not_found'), actor.workspace_id)
}

async function presentOwnComment(
  trx: Trx,
  actor: Actor,
  postId: string,
  row: Omit<CommentRow, 'kind' | 'score'>,
): Promise<Comment> {
  const people = await loadPeople(trx, actor.workspace_id, [row.from_id, ...row.mention_ids])
  return presentComment({ ...row, kind: 'comment', score: null }, postId, people, actor)
}

/** Inserts a comment of the actor. Returns it, with the people whose inboxes change. */
async function insertComment(
  trx: Trx,
  actor: Actor,
  post: PostRecord,
  { text, mentions }: BodyOf<'posts.comment'>,
  at: Date,
): Promise<{ comment: Comment; inboxes: string[] }> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const id = newId(at)
  const stored = await resolveMentions(trx, workspaceId, post, { text, userIds: mentions })
  await insertComments(trx, workspaceId, post.id, [
    { id, user_id: userId, text, created_at: at, ...stored },
  ])
  if (!post.private && !post.demo)
    await enqueueWebhookEvents(trx, {
      workspaceId,
      event: 'comment.created',
      subjectIds: [id],
      at,
    })
  await addToCommentCount(trx, workspaceId, post.id, 1)
  const added = { id, userId, mentionIds: stored.mention_ids, at }
  const inboxes = [
    ...(await addMentionsToInboxes(trx, workspaceId, post.id, added)),
    ...(await addCommentToInboxes(trx, workspaceId, post, added)),
  ]
  const comment = await presentOwnComment(trx, actor, post.id, {
    id,
    from_id: userId,
    text,
    created_at: at,
    edited_at: null,
    ...stored,
  })
  return { comment, inboxes }
}

/** Adds a comment to a post, once for each key of `call`. Throws the codes of `posts.comment`. */
export async function addComment(
  services: PostServices,
  actor: Actor,
  postId: string,
  input: BodyOf<'posts.comment'>,
  call: IdempotentCall,
): Promise<Comment> {
  assertFeatureEnabled(actor, 'comments')
  return withLockedPost(services, actor, postId, async (trx, post) => {
    let inboxes: string[] = []
    const answer = await withIdempotency(trx, call, async () => {
      const added = await insertComment(trx, actor, post, input, call.at)
      inboxes = added.inboxes
      return added.comment
    })
    return { answer, changed: true, inboxes }
  })
}

/**
 * Changes the text of the actor's comment, its mentions and `edited_at`. Throws `forbidden` for
 * comments of others.
 */
export async function editComment(
  services: PostServices,
  actor: Actor,
  postId: string,
  id: string,
  { text, mentions }: BodyOf<'posts.edit_comment'>,
  at: Date,
): Promise<Comment> {
  assertFeatureEnabled(actor, 'comments')
  const { workspace_id: workspaceId, user_id: userId } = actor
  return withLockedPost(services, actor, postId, async (trx, post) => {
    const comment = (await lockComment(trx, workspaceId, postId, id)) ?? throwRefusal('not_found')
    if (comment.user_id !== userId) throwRefusal('forbidden')
    const stored = await resolveMentions(trx, workspaceId, post, {
      text,
      userIds: mentions,
      keptIds: comment.mention_ids,
    })
    const editedAt = comment.text === text ? comment.edited_at : at
    const changed =
      comment.text !== text || comment.mention_ids.join() !== stored.mention_ids.join()
    if (changed) await updateComment(trx, workspaceId, id, { text, editedAt, ...stored })
    const inboxes = changed
      ? await setMentionsInInboxes(trx, workspaceId, post.id, {
          id,
          userId,
          mentionIds: stored.mention_ids,
          earlierIds: comment.mention_ids,
          at,
        })
      : []
    return {
      inboxes,
      answer: await presentOwnComment(trx, actor, postId, {
        id,
        from_id: userId,
        text,
        created_at: comment.created_at,
        edited_at: editedAt,
        ...stored,
      }),
      changed,
    }
  })
}

/** Deletes a comment. Throws `forbidden` unless the actor is its author or may moderate posts. */
export async function deleteComment(
  services: PostServices,
  actor: Actor,
  postId: string,
  id: string,
  at: Date,
): Promise<undefined> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  return withLockedPost(services, actor, postId, async (trx) => {
    const comment = (await lockComment(trx, workspaceId, postId, id)) ?? throwRefusal('not_found')
    if (comment.user_id !== userId && !actor.abilities.has('moderate_posts'))
      throwRefusal('forbidden')
    // The items of its mentions are deleted with the comment.
    const inboxes = [
      ...comment.mention_ids,
      ...(await removeCommentFromInboxes(trx, workspaceId, comment)),
    ]
    await deleteCommentRow(trx, workspaceId, id)
    await addToCommentCount(trx, workspaceId, postId, -1)
    if (comment.user_id !== userId)
      await audit(
        trx,
        actor,
        'comment.delete',
        { post_id: postId, comment_id: id, user_id: comment.user_id },
        at,
      )
    return { answer: undefined, changed: true, inboxes }
  })
}

/** Adds points from the actor's allowance to a post. Throws the codes of `posts.add_on`. */
export async function addPointsToPost(
  services: PostServices,
  actor: Actor,
  parentId: string,
  { score, text }: BodyOf<'posts.add_on'>,
  call: IdempotentCall,
): Promise<Comment> {
  assertFeatureEnabled(actor, 'add_ons')
  const { post, people, parent } = await givePoints(
    services.db,
    actor,
    { parent_id: parentId, score, description: text },
    call,
  )
  const author = people.find((person) => person.id === actor.user_id)
  if (!parent || !author) throw new Error('post_create returned no add-on')
  publishPostChanged(services, actor.workspace_id, parent, 'stay', [post])
  publishInboxChanged(services, actor.workspace_id, post.to_ids)
  const row: CommentRow = {
    id: post.id,
    kind: 'add_on',
    from_id: author.id,
    text: post.description,
    score: post.score,
    created_at: post.created_at,
    edited_at: null,
    mention_ids: [],
    mention_names: [],
  }
  const known = new Map([[author.id, presentPerson(author, actor.workspace_id)]])
  return presentComment(row, parent.id, known, actor)
}
