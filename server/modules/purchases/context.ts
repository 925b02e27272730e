import { sql } from 'kysely'
import type { Purchase, PurchaseEvent } from '#contract/schemas/rewards.ts'
import { postMovement } from '#server/ledger/ledger.ts'
import { enqueueMails } from '../outbox/enqueue-mails.ts'
import { findRedemptionRecipients } from '../outbox/recipients.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { findPurchase } from './queries.ts'

/**
 * One change of purchases: in whose transaction, when, by whom (nobody when a deadline does it).
 */
export type PurchaseContext = {
  trx: Trx
  workspace_id: string
  timezone: string
  actor_id: string | null
  at: Date
}

export const createPurchaseContext = (trx: Trx, actor: Actor, at: Date): PurchaseContext => ({
  trx,
  at,
  workspace_id: actor.workspace_id,
  timezone: actor.timezone,
  actor_id: actor.user_id,
})

/**
 * Locks are always taken in one order, so that no two of these rules deadlock, nor does one with
 * the deletion of a user: acting user, team rewards, purchases, individual rewards, wallets by the
 * ids of their users (each with its rollup). A share of the user's row stands in its way; the key
 * shares of foreign keys, which come in any order, do not. Who is gone when the turn comes does
 * nothing any more.
 */
export async function lockActiveUser(trx: Trx, actor: Actor): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('workspace_id', '=', actor.workspace_id)
    .where('id', '=', actor.user_id)
    .where('state', '=', 'accepted')
    .forShare()
    .executeTakeFirst()
  if (!user) throwRefusal('unauthorized')
}

/**
 * The row of a reward, nobody else's to change until the end of the transaction. A team reward's
 * purchases wait behind it.
 */
export async function lockReward({ trx, workspace_id: workspaceId }: PurchaseContext, id: string) {
  return trx
    .selectFrom('rewards')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type RewardRecord = NonNullable<Awaited<ReturnType<typeof lockReward>>>

/**
 * A purchase, locked behind its reward if that is the team's; what it says now stays true until the
 * end.
 */
export async function lockPurchase(work: PurchaseContext, id: string) {
  const { trx, workspace_id: workspaceId } = work
  const own = trx
    .selectFrom('purchases')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
  const known = await own.select(['reward_id', 'reward_type']).executeTakeFirst()
  if (!known) return throwRefusal('not_found')
  if (known.reward_type === 'team') await lockReward(work, known.reward_id)
  return (await own.selectAll().forNoKeyUpdate().executeTakeFirst()) ?? throwRefusal('not_found')
}
export type PurchaseRecord = Awaited<ReturnType<typeof lockPurchase>>

/** Points redeemed (below zero: given back) in the reports of the day they were redeemed. */
export async function addToDailyRedemptions(
  { trx, workspace_id: workspaceId }: PurchaseContext,
  day: string,
  userId: string,
  points: number,
): Promise<void> {
  await sql`insert into daily_redemptions as d (workspace_id, day, user_id, points, purchases)
    values (${workspaceId}, ${day}::date, ${userId}, ${points}, ${Math.sign(points)})
    on conflict (workspace_id, day, user_id) do update
      set points = d.points + excluded.points, purchases = d.purchases + excluded.purchases`.execute(
    trx,
  )
}

/** Writes down what happened to a purchase, in the transaction that makes it happen. */
export async function addEvent(
  work: PurchaseContext,
  purchaseId: string,
  type: PurchaseEvent['type'],
  amount: number | null = null,
  actorId = work.actor_id,
): Promise<void> {
  await work.trx
    .insertInto('purchase_events')
    .values({
      workspace_id: work.workspace_id,
      id: newId(work.at),
      purchase_id: purchaseId,
      type,
      actor_id: actorId,
      amount,
      created_at: work.at,
    })
    .execute()
}

/** Makes a purchase of a reward as it is now; answers its id. */
async function createPurchase(
  { trx, workspace_id: workspaceId, at }: PurchaseContext,
  reward: RewardRecord,
  createdBy: string,
): Promise<string> {
  const id = newId(at)
  await trx
    .insertInto('purchases')
    .values({
      workspace_id: workspaceId,
      id,
      reward_id: reward.id,
      status: 'pending',
      title: reward.title,
      emoji: reward.emoji,
      picture_file_id: reward.picture_file_id,
      price: reward.price,
      type: reward.type,
      reward_type: reward.reward_type,
      product_id: reward.product_id,
      country: reward.country,
      gift_card_value: reward.gift_card_value,
      deadline: reward.deadline,
      claim_url: null,
      created_by: createdBy,
      decided_by: null,
      created_at: at,
      status_changed_at: at,
      canceled_at: null,
    })
    .execute()
  return id
}

/**
 * Puts points of somebody into the purchase that is `open`, or into a new one. The wallet is locked
 * from the first point on, so that the look at earlier purchases sees every one of this buyer's.
 * Answers the purchase's id.
 */
export async function addContribution(
  work: PurchaseContext,
  userId: string,
  reward: RewardRecord,
  { amount, comment }: { amount: number; comment: string },
  open?: PurchaseRecord,
): Promise<string> {
  const { trx, workspace_id: workspaceId, at } = work
  const id = newId(at)
  const day = toLocalDay(at, work.timezone)
  await postMovement(
    trx,
    { workspace_id: workspaceId, type: 'purchase', source_id: id, actor_id: userId, at },
    [{ user_id: userId, amount: -amount }],
    'held',
  )
  if (reward.one_time) {
    const earlier = await trx
      .selectFrom('contributions')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('reward_id', '=', reward.id)
      .where('user_id', '=', userId)
      .where('status', '<>', 'declined')
      .$if(open !== undefined, (query) => query.where('purchase_id', '<>', open?.id ?? ''))
      .executeTakeFirst()
    if (earlier) throwRefusal('one_time_used')
  }
  const purchaseId = open?.id ?? (await createPurchase(work, reward, userId))
  await trx
    .insertInto('contributions')
    .values({
      workspace_id: workspaceId,
      id,
      purchase_id: purchaseId,
      reward_id: reward.id,
      user_id: userId,
      amount,
      status: 'pending',
      comment,
      day,
      created_at: at,
    })
    .execute()
  await addToDailyRedemptions(work, day, userId, amount)
  await addEvent(
    work,
    purchaseId,
    reward.reward_type === 'team' ? 'contributed' : 'redeemed',
    amount,
  )
  return purchaseId
}

/** Tells those who hand rewards out that one waits for them. */
export async function notifyRewardManagers(
  { trx, workspace_id: workspaceId, actor_id: actorId, at }: PurchaseContext,
  purchaseId: string,
): Promise<void> {
  const readers = await findRedemptionRecipients(trx, workspaceId, actorId ?? '')
  await enqueueMails(
    trx,
    workspaceId,
    readers.map((reader) => ({
      ...reader,
      kind: 'reward_redeemed',
      params: { purchase_id: purchaseId },
    })),
    at,
  )
}

/** A purchase as the actor sees it after a change. */
export async function loadPurchase(trx: Trx, actor: Actor, id: string): Promise<Purchase> {
  const purchase = await findPurchase(trx, actor, id)
  if (!purchase) throw new Error('purchase missing')
  return purchase
}
