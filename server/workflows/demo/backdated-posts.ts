import { recognize } from '#server/ledger/recognition.ts'
import type { Reaction } from '#contract/reactions.ts'
import type { LimitPeriod } from '#contract/schemas/settings.ts'
import { insertComments, insertReactions } from '#server/modules/comments/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { toLocalDay, findPeriod } from '#server/platform/periods.ts'
import { setReplyCounts } from './queries.ts'

export type BackdatedPost = {
  workspace_id: string
  from: string
  to: string[]
  value_id: string
  score: number
  description: string
  private?: boolean
  parent_id?: string
  demo: boolean
  at: Date
  timezone: string
  period?: LimitPeriod
}

/**
 * Creates a post in the past; with `parent_id`, an add-on. Returns its id.
 */
export async function insertBackdatedPost(trx: Trx, post: BackdatedPost): Promise<string> {
  const id = newId(post.at)
  await recognize(trx, {
    workspaceId: post.workspace_id,
    postId: id,
    senderId: post.from,
    recipientIds: post.to,
    valueId: post.value_id,
    points: post.score,
    description: post.description,
    isPrivate: post.private ?? false,
    at: post.at,
    periodStart: findPeriod(post.at, post.period ?? 'month', post.timezone).start,
    day: toLocalDay(post.at, post.timezone),
    parentId: post.parent_id ?? null,
    seesPrivatePosts: true,
    isDemo: post.demo,
  })
  return id
}

export type BackdatedReplies = {
  workspace_id: string
  post_id: string
  comments: { user_id: string; text: string; at: Date }[]
  reactions: { user_id: string; reaction: Reaction }[]
  at: Date
}

/** Adds comments and reactions to a post and sets its counters. */
export async function insertBackdatedReplies(
  trx: Trx,
  { workspace_id: workspaceId, post_id: postId, comments, reactions, at }: BackdatedReplies,
): Promise<void> {
  if (comments.length)
    await insertComments(
      trx,
      workspaceId,
      postId,
      comments.map(({ user_id: userId, text, at: createdAt }) => ({
        id: newId(createdAt),
        user_id: userId,
        text,
        created_at: createdAt,
      })),
    )
  const counts: Partial<Record<Reaction, number>> = {}
  for (const { reaction } of reactions) counts[reaction] = (counts[reaction] ?? 0) + 1
  if (reactions.length)
    await insertReactions(
      trx,
      workspaceId,
      postId,
      reactions.map((reaction) => ({ ...reaction, created_at: at })),
    )
  await setReplyCounts(trx, workspaceId, postId, { comments: comments.length, reactions: counts })
}

/** Returns a deterministic generator of integers from 0 to below `below` (mulberry32). */
export function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}
