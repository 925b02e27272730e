import { sql } from 'kysely'
import type { Post, PostCreate } from '#contract/posts.ts'
import type { OutputOf } from '#contract/routes.ts'
import { move, returnAllowance, spentAllowance } from '#server/ledger/ledger.ts'
import type { Trx } from '#server/platform/database.ts'
import { fail } from '#server/platform/errors.ts'
import { type IdempotentCall, once } from '#server/platform/idempotency.ts'
import { newId } from '#server/platform/ids.ts'
import { dayOf, periodOf } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'
import type { PersonRow } from '#server/modules/users/present.ts'
import type { ValueRow } from '#server/modules/values/present.ts'
import { tellPost } from './news.ts'
import { type PostRow, presentPosts } from './present.ts'
import { lockPost, type PostRecord, type Viewer } from './queries.ts'

export function viewerOf(actor: Actor): Viewer {
  return { workspace_id: actor.workspace_id, user_id: actor.user_id, see_all: actor.abilities.has('see_private_posts') }
}

/** What a rule needs to act and to tell of it. */
type Posting = Pick<Services, 'db' | 'events'>

/** Nobody has answered a post that has just been made. */
const unanswered = { parent_id: null, comment_count: 0, added_score: 0, reaction_counts: {}, reacted: [] }
const create_statement = 'select post_create($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,false) as answer'

/**
 * Recognises colleagues: one round trip to the SQL function post_create, which checks the rules, takes the allowance,
 * credits every recipient and keeps the rollups, all or nothing. Refuses with the codes of `posts.create`.
 */
export async function createPost(posting: Posting, actor: Actor, input: PostCreate, call: IdempotentCall): Promise<Post> {
  const { at } = call
  const [row] = await posting.db.call<{ answer: { post: Omit<PostRow, keyof typeof unanswered>; people: PersonRow[]; value: ValueRow } }>('post_create', create_statement, [
    actor.workspace_id, newId(at), newId(at), actor.user_id, input.to_id, input.value_id, input.score, input.description, input.private,
    at, periodOf(at, actor.limit_period, actor.timezone).start, dayOf(at, actor.timezone), call.key, call.key === null ? null : call.hash,
  ])
  if (!row) throw new Error('post_create answered nothing')
  const { post, people, value } = row.answer
  const [presented] = presentPosts({ posts: [{ ...post, ...unanswered }], people, values: [value] }, actor)
  if (!presented) throw new Error('post missing')
  tellPost(posting, actor.workspace_id, post, 'moved')
  return presented
}

async function takeBack(trx: Trx, actor: Actor, id: string, at: Date): Promise<{ answer: OutputOf<'posts.delete'>; post: PostRecord }> {
  const { workspace_id } = actor
  const post = await lockPost(trx, viewerOf(actor), id)
  if (!post) fail('not_found')
  if (post.from_id !== actor.user_id && !actor.abilities.has('moderate_posts')) fail('forbidden')
  const own = (table: 'posts') => trx.updateTable(table).where('workspace_id', '=', workspace_id).where('id', '=', id)
  await own('posts').set({ deleted_at: at, deleted_by: actor.user_id }).execute()
  await trx.updateTable('post_recipients').set({ deleted: true }).where('workspace_id', '=', workspace_id).where('post_id', '=', id).execute()

  // The allowance comes back only within the period the post was made in; the points always go back.
  const period = periodOf(at, actor.limit_period, actor.timezone)
  const cost = post.score * post.to_ids.length
  const returned = post.created_at >= period.start ? cost : 0
  if (returned) await returnAllowance(trx, workspace_id, post.from_id, period.start, returned)
  await move(trx, { workspace_id, type: 'post_deleted', source_id: id, actor_id: actor.user_id, at, demo: post.demo },
    post.to_ids.map((user_id) => ({ user_id, amount: -post.score })), 'issued', true)
  await sql`select rollup_post(${workspace_id}, ${post.day}::date, ${post.from_id}, ${post.to_ids}::uuid[], ${post.value_id}, ${post.score}, -1)`.execute(trx)

  const limit = await trx.selectFrom('users').innerJoin('settings', 'settings.workspace_id', 'users.workspace_id')
    .where('users.workspace_id', '=', workspace_id).where('users.id', '=', actor.user_id)
    .select((eb) => eb.fn.coalesce('users.points_limit', 'settings.points_limit').as('value')).executeTakeFirst()
  const spent = await spentAllowance(trx, workspace_id, actor.user_id, period.start)
  const left = limit?.value == null ? null : Math.max(limit.value - spent, 0)
  return { answer: { id, returned, score_remaining: left }, post }
}

/** Deletes a post: its author or a global administrator. Of many at once one wins; the others find it gone. */
export async function deletePost(posting: Posting, actor: Actor, id: string, call: IdempotentCall): Promise<OutputOf<'posts.delete'>> {
  let gone: PostRecord | undefined
  const answer = await posting.db.tenant(actor.workspace_id, (trx) => once(trx, call, async () => {
    const taken = await takeBack(trx, actor, id, call.at)
    gone = taken.post
    return taken.answer
  }))
  if (gone) tellPost(posting, actor.workspace_id, gone, 'moved')
  return answer
}

/** Changes the value of a post, nothing else; the day's figures follow. */
export async function changeValue(posting: Posting, actor: Actor, id: string, value_id: string): Promise<void> {
  const { workspace_id } = actor
  const changed = await posting.db.tenant(workspace_id, async (trx) => {
    const post = await lockPost(trx, viewerOf(actor), id)
    if (!post) fail('not_found')
    if (post.from_id !== actor.user_id && !actor.abilities.has('moderate_posts')) fail('forbidden')
    const value = await trx.selectFrom('values').select('id').where('workspace_id', '=', workspace_id).where('id', '=', value_id).where('retired_at', 'is', null).executeTakeFirst()
    if (!value) fail('value_required', { field: 'value_id' })
    if (post.value_id === value_id) return null
    await trx.updateTable('posts').set({ value_id }).where('workspace_id', '=', workspace_id).where('id', '=', id).execute()
    const roll = (value: string, sign: number) => sql`select rollup_post(${workspace_id}, ${post.day}::date, ${post.from_id}, ${post.to_ids}::uuid[], ${value}, ${post.score}, ${sign})`.execute(trx)
    // In the order of the values' ids, so that two changes in opposite directions do not deadlock.
    const changes: [string, number][] = [[post.value_id, -1], [value_id, 1]]
    for (const [value, sign] of changes.sort(([a], [b]) => (a < b ? -1 : 1))) await roll(value, sign)
    return post
  })
  if (changed) tellPost(posting, workspace_id, changed, 'stay')
}

/** Likes or unlikes; twice is once. */
export async function setLike(posting: Posting, actor: Actor, id: string, liked: boolean, at: Date): Promise<OutputOf<'posts.like'>> {
  const { workspace_id, user_id } = actor
  const { answer, post } = await posting.db.tenant(workspace_id, async (trx) => {
    const post = await lockPost(trx, viewerOf(actor), id)
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
