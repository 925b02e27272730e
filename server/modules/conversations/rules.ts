import type { Kysely } from 'kysely'
import type { Comment } from '#contract/posts.ts'
import type { ReactionOrLike, Reaction } from '#contract/reactions.ts'
import type { BodyOf, OutputOf } from '#contract/routes.ts'
import { givePoints } from '#server/modules/posts/giving.ts'
import { publishPostChanged } from '#server/modules/posts/news.ts'
import { presentReactions } from '#server/modules/posts/present.ts'
import { lockRootPost, type PostRecord, toViewer } from '#server/modules/posts/queries.ts'
import type { PostServices } from '#server/modules/posts/rules.ts'
import { presentPerson } from '#server/modules/users/present.ts'
import { findPeopleByIds, requirePerson } from '#server/modules/users/queries.ts'
import { audit } from '#server/platform/audit.ts'
import type { Trx } from '#server/platform/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { IdempotentCall } from '#server/platform/idempotency.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tables } from '#server/platform/schema.ts'
import type { Actor, PostSwitches } from '#server/platform/sessions.ts'
import { type CommentRow, presentComment, presentReactors } from './present.ts'
import { addToCommentCount, lockComment, reactorsQuery } from './queries.ts'

/** Refuses with switched_off what the team has switched off. */
function assertFeatureEnabled(actor: Actor, what: keyof PostSwitches): void {
  if (!actor.switches[what]) throwRefusal('switched_off')
}

/**
 * Does something under a post that the actor may see, which is locked meanwhile, and tells of it
 * unless nothing changed.
 */
async function withLockedPost<T>(
  posting: PostServices,
  actor: Actor,
  post_id: string,
  work: (trx: Trx, post: PostRecord) => Promise<{ answer: T; changed: boolean }>,
): Promise<T> {
  const { workspace_id } = actor
  const { post, answer, changed } = await posting.db.tenant(workspace_id, async (trx) => {
    const found = (await lockRootPost(trx, toViewer(actor), post_id)) ?? throwRefusal('not_found')
    return { post: found, ...(await work(trx, found)) }
  })
  if (changed) publishPostChanged(posting, workspace_id, post, 'stay')
  return answer
}

/** Answers a post with an emoji, or takes it back; twice is once. */
export async function setReaction(
  posting: PostServices,
  actor: Actor,
  post_id: string,
  { reaction, on }: { reaction: Reaction; on: boolean },
  at: Date,
): Promise<OutputOf<'posts.react'>> {
  assertFeatureEnabled(actor, 'reactions')
  const { workspace_id, user_id } = actor
  return withLockedPost(posting, actor, post_id, async (trx, post) => {
    const rows = on
      ? (
          await trx
            .insertInto('reactions')
            .values({ workspace_id, post_id, user_id, reaction, created_at: at })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst()
        ).numInsertedOrUpdatedRows
      : (
          await trx
            .deleteFrom('reactions')
            .where('workspace_id', '=', workspace_id)
            .where('post_id', '=', post_id)
            .where('user_id', '=', user_id)
            .where('reaction', '=', reaction)
            .executeTakeFirst()
        ).numDeletedRows
    const changed = rows === 1n
    const reaction_counts = { ...post.reaction_counts }
    if (changed) {
      reaction_counts[reaction] = (reaction_counts[reaction] ?? 0) + (on ? 1 : -1)
      if (!reaction_counts[reaction]) delete reaction_counts[reaction]
      await trx
        .updateTable('posts')
        .set({ reaction_counts: JSON.stringify(reaction_counts) })
        .where('workspace_id', '=', workspace_id)
        .where('id', '=', post_id)
        .execute()
    }
    const mine = await trx
      .selectFrom('reactions')
      .select('reaction')
      .where('workspace_id', '=', workspace_id)
      .where('post_id', '=', post_id)
      .where('user_id', '=', user_id)
      .execute()
    return {
      answer: {
        id: post_id,
        reactions: presentReactions(
          { reaction_counts, reacted: mine.map((one) => one.reaction) },
          actor,
        ),
      },
      changed,
    }
  })
}

/** Who answered a post that the actor may see. */
export async function listReactors(
  { db }: Pick<PostServices, 'db'>,
  actor: Actor,
  post_id: string,
  answered: ReactionOrLike,
): Promise<OutputOf<'posts.reactors'>> {
  if (answered !== 'like') assertFeatureEnabled(actor, 'reactions')
  const compiler: Kysely<Tables> = db.global
  const [found] = await db.read(
    actor.workspace_id,
    reactorsQuery(toViewer(actor), post_id, answered).compile(compiler),
  )
  return presentReactors(found ?? throwRefusal('not_found'), actor.workspace_id)
}

async function presentOwnComment(
  trx: Trx,
  actor: Actor,
  post_id: string,
  row: Omit<CommentRow, 'kind' | 'score'>,
): Promise<Comment> {
  const people = await findPeopleByIds(trx, actor.workspace_id, [row.from_id])
  return presentComment(
    { ...row, kind: 'comment', score: null },
    post_id,
    requirePerson(people, row.from_id),
    actor,
  )
}

export async function addComment(
  posting: PostServices,
  actor: Actor,
  post_id: string,
  { text }: BodyOf<'posts.comment'>,
  at: Date,
): Promise<Comment> {
  assertFeatureEnabled(actor, 'comments')
  const { workspace_id, user_id } = actor
  return withLockedPost(posting, actor, post_id, async (trx) => {
    const id = newId(at)
    await trx
      .insertInto('comments')
      .values({ workspace_id, id, post_id, user_id, text, created_at: at })
      .execute()
    await addToCommentCount(trx, workspace_id, post_id, 1)
    return {
      answer: await presentOwnComment(trx, actor, post_id, {
        id,
        from_id: user_id,
        text,
        created_at: at,
        edited_at: null,
      }),
      changed: true,
    }
  })
}

/** Changes one's own words, and says that they were changed. */
export async function editComment(
  posting: PostServices,
  actor: Actor,
  post_id: string,
  id: string,
  { text }: BodyOf<'posts.edit_comment'>,
  at: Date,
): Promise<Comment> {
  assertFeatureEnabled(actor, 'comments')
  const { workspace_id, user_id } = actor
  return withLockedPost(posting, actor, post_id, async (trx) => {
    const comment = (await lockComment(trx, workspace_id, post_id, id)) ?? throwRefusal('not_found')
    if (comment.user_id !== user_id) throwRefusal('forbidden')
    const changed = comment.text !== text
    const edited_at = changed ? at : comment.edited_at
    if (changed)
      await trx
        .updateTable('comments')
        .set({ text, edited_at })
        .where('workspace_id', '=', workspace_id)
        .where('id', '=', id)
        .execute()
    return {
      answer: await presentOwnComment(trx, actor, post_id, {
        id,
        from_id: user_id,
        text,
        created_at: comment.created_at,
        edited_at,
      }),
      changed,
    }
  })
}

/** Deletes a comment: its author or a global administrator. */
export async function deleteComment(
  posting: PostServices,
  actor: Actor,
  post_id: string,
  id: string,
  at: Date,
): Promise<undefined> {
  const { workspace_id, user_id } = actor
  return withLockedPost(posting, actor, post_id, async (trx) => {
    const comment = (await lockComment(trx, workspace_id, post_id, id)) ?? throwRefusal('not_found')
    if (comment.user_id !== user_id && !actor.abilities.has('moderate_posts'))
      throwRefusal('forbidden')
    await trx
      .deleteFrom('comments')
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', id)
      .execute()
    await addToCommentCount(trx, workspace_id, post_id, -1)
    if (comment.user_id !== user_id)
      await audit(
        trx,
        actor,
        'comment.delete',
        { post_id, comment_id: id, user_id: comment.user_id },
        at,
      )
    return { answer: undefined, changed: true }
  })
}

/**
 * Adds points from one's own allowance to a colleague's post. Refuses with the codes of
 * `posts.add_on`.
 */
export async function addPointsToPost(
  posting: PostServices,
  actor: Actor,
  parent_id: string,
  { score, text }: BodyOf<'posts.add_on'>,
  call: IdempotentCall,
): Promise<Comment> {
  assertFeatureEnabled(actor, 'add_ons')
  const { post, people, parent } = await givePoints(
    posting.db,
    actor,
    { parent_id, score, description: text },
    call,
  )
  const adder = people.find((one) => one.id === actor.user_id)
  if (!parent || !adder) throw new Error('post_create answered no add-on')
  publishPostChanged(posting, actor.workspace_id, parent, 'stay', [post])
  const row: CommentRow = {
    id: post.id,
    kind: 'add_on',
    from_id: post.from_id,
    text: post.description,
    score: post.score,
    created_at: post.created_at,
    edited_at: null,
  }
  return presentComment(row, parent.id, presentPerson(adder, actor.workspace_id), actor)
}
