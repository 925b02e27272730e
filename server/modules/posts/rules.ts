import { sql } from 'kysely'
import type { Post, PostCreate } from '#contract/posts.ts'
import type { OutputOf } from '#contract/routes.ts'
import { move, returnAllowance, spentAllowance } from '#server/ledger/ledger.ts'
import type { Trx } from '#server/platform/database.ts'
import { fail } from '#server/platform/errors.ts'
import { type IdempotentCall, once } from '#server/platform/idempotency.ts'
import { periodOf } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'
import { givePoints } from './giving.ts'
import { tellPost } from './news.ts'
import { presentPosts } from './present.ts'
import { lockStanding, lockTree, type PostRecord, type Tree, viewerOf } from './queries.ts'

/** What a rule needs to act and to tell of it. */
export type Posting = Pick<Services, 'db' | 'events'>

const unanswered = { parent_id: null, comment_count: 0, add_on_count: 0, added_score: 0, reaction_counts: {}, reacted: [] }

/** Recognises colleagues. Refuses with the codes of `posts.create`. */
export async function createPost(posting: Posting, actor: Actor, input: PostCreate, call: IdempotentCall): Promise<Post> {
  const { post, people, value } = await givePoints(posting.db, actor, input, call)
  const [presented] = presentPosts({ posts: [{ ...post, ...unanswered }], people, values: [value] }, actor)
  if (!presented) throw new Error('post missing')
  tellPost(posting, actor.workspace_id, post, 'moved')
  return presented
}

const mayChange = (post: PostRecord, actor: Actor) => post.from_id === actor.user_id || actor.abilities.has('moderate_posts')
const ids = (posts: PostRecord[]) => posts.map((post) => post.id)

/** What the sender of each post gets back of their allowance: the allowance comes back only within the period a post was made in. */
function returns(posts: PostRecord[], period_start: Date): Map<string, number> {
  const back = new Map<string, number>()
  for (const post of posts.filter((one) => one.created_at >= period_start)) back.set(post.from_id, (back.get(post.from_id) ?? 0) + post.score * post.to_ids.length)
  return back
}

/** Takes a post and its add-ons back. Posts, allowances, wallets, figures: each kind in the order of its ids, as whoever gives takes them. */
async function takeBack(trx: Trx, actor: Actor, { post, parent, add_ons }: Tree, at: Date): Promise<OutputOf<'posts.delete'>> {
  const { workspace_id } = actor
  const gone = [post, ...add_ons]
  await trx.updateTable('posts').set({ deleted_at: at, deleted_by: actor.user_id }).where('workspace_id', '=', workspace_id).where('id', 'in', ids(gone)).execute()
  await trx.updateTable('post_recipients').set({ deleted: true }).where('workspace_id', '=', workspace_id).where('post_id', 'in', ids(gone)).execute()
  if (parent) {
    await trx.updateTable('posts').set((eb) => ({ add_on_count: eb('add_on_count', '-', 1), added_score: eb('added_score', '-', post.score) }))
      .where('workspace_id', '=', workspace_id).where('id', '=', parent.id).execute()
  }

  const period = periodOf(at, actor.limit_period, actor.timezone)
  for (const [user_id, amount] of [...returns(gone, period.start)].sort(([a], [b]) => (a < b ? -1 : 1))) await returnAllowance(trx, workspace_id, user_id, period.start, amount)
  // The wallets of an add-on are among those of its parent, which comes first.
  for (const one of gone) {
    await move(trx, { workspace_id, type: 'post_deleted', source_id: one.id, actor_id: actor.user_id, at, demo: one.demo },
      one.to_ids.map((user_id) => ({ user_id, amount: -one.score })), 'issued', true)
  }
  await sql`select rollup_posts(${workspace_id}, ${ids(gone)}::uuid[], ${post.value_id}, -1)`.execute(trx)

  const limit = await trx.selectFrom('users').innerJoin('settings', 'settings.workspace_id', 'users.workspace_id')
    .where('users.workspace_id', '=', workspace_id).where('users.id', '=', actor.user_id)
    .select((eb) => eb.fn.coalesce('users.points_limit', 'settings.points_limit').as('value')).executeTakeFirst()
  const spent = await spentAllowance(trx, workspace_id, actor.user_id, period.start)
  const left = limit?.value == null ? null : Math.max(limit.value - spent, 0)
  return { id: post.id, returned: returns([post], period.start).get(post.from_id) ?? 0, score_remaining: left }
}

/**
 * Deletes a post with its add-ons, or one add-on: its author or a global administrator. The points always go back. Of many
 * at once one wins; the others find it gone.
 */
export async function deletePost(posting: Posting, actor: Actor, id: string, call: IdempotentCall): Promise<OutputOf<'posts.delete'>> {
  let gone: Tree | undefined
  const answer = await posting.db.tenant(actor.workspace_id, (trx) => once(trx, call, async () => {
    const tree = await lockTree(trx, viewerOf(actor), id)
    if (!tree) fail('not_found')
    if (!mayChange(tree.post, actor)) fail('forbidden')
    const taken = await takeBack(trx, actor, tree, call.at)
    gone = tree
    return taken
  }))
  if (gone?.parent) tellPost(posting, actor.workspace_id, gone.parent, 'stay', [gone.post])
  else if (gone) tellPost(posting, actor.workspace_id, gone.post, 'moved', gone.add_ons)
  return answer
}

/** Changes the value of a post and of its add-ons, nothing else; the figures of their days follow. */
export async function changeValue(posting: Posting, actor: Actor, id: string, value_id: string): Promise<void> {
  const { workspace_id } = actor
  const changed = await posting.db.tenant(workspace_id, async (trx) => {
    const tree = await lockTree(trx, viewerOf(actor), id)
    if (!tree) fail('not_found')
    const { post, parent, add_ons } = tree
    if (parent || !mayChange(post, actor)) fail('forbidden')
    const value = await trx.selectFrom('values').select('id').where('workspace_id', '=', workspace_id).where('id', '=', value_id).where('retired_at', 'is', null).executeTakeFirst()
    if (!value) fail('value_required', { field: 'value_id' })
    if (post.value_id === value_id) return null
    const all = ids([post, ...add_ons])
    await trx.updateTable('posts').set({ value_id }).where('workspace_id', '=', workspace_id).where('id', 'in', all).execute()
    // In the order of the values' ids, so that two changes in opposite directions do not deadlock.
    const changes: [string, number][] = [[post.value_id, -1], [value_id, 1]]
    for (const [one, sign] of changes.sort(([a], [b]) => (a < b ? -1 : 1))) await sql`select rollup_posts(${workspace_id}, ${all}::uuid[], ${one}, ${sign})`.execute(trx)
    return post
  })
  if (changed) tellPost(posting, workspace_id, changed, 'stay')
}

/** Likes or unlikes a post that stands by itself; twice is once. */
export async function setLike(posting: Posting, actor: Actor, id: string, liked: boolean, at: Date): Promise<OutputOf<'posts.like'>> {
  const { workspace_id, user_id } = actor
  const { answer, post } = await posting.db.tenant(workspace_id, async (trx) => {
    const post = await lockStanding(trx, viewerOf(actor), id)
    if (!post) fail('not_found')
    const changed = liked
      ? (await trx.insertInto('likes').values({ workspace_id, post_id: id, user_id, created_at: at }).onConflict((conflict) => conflict.doNothing()).executeTakeFirst()).numInsertedOrUpdatedRows
      : (await trx.deleteFrom('likes').where('workspace_id', '=', workspace_id).where('post_id', '=', id).where('user_id', '=', user_id).executeTakeFirst()).numDeletedRows
    const like_count = post.like_count + (changed === 1n ? (liked ? 1 : -1) : 0)
    if (changed === 1n) await trx.updateTable('posts').set({ like_count }).where('workspace_id', '=', workspace_id).where('id', '=', id).execute()
    return { answer: { id, like_count, liked }, post: changed === 1n ? post : null }
  })
  if (post) tellPost(posting, workspace_id, post, 'stay')
  return answer
}
