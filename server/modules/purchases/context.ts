import { sql } from 'kysely'
import type { Purchase, PurchaseEvent } from '#contract/schemas/rewards.ts'
import { hold } from '#server/ledger/purchases.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { findRedemptionRecipients } from '#server/modules/outbox/recipients.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { findPurchase } from './queries.ts'

/**
 * Context of a change to purchases. `actorId` is null for automatic changes such as an expired
 * deadline.
 */
export type PurchaseContext = {
  trx: Trx
  workspaceId: string
  timezone: string
  actorId: string | null
  at: Date
}

export const createPurchaseContext = (trx: Trx, actor: Actor, at: Date): PurchaseContext => ({
  trx,
  at,
  workspaceId: actor.workspace_id,
  timezone: actor.timezone,
  actorId: actor.user_id,
})

/**
 * Locks the acting user and throws unauthorized if they are no longer active. Every transaction
 * uses a single lock order to avoid deadlocks, also with the erasure of a user: acting user, team
 * rewards, purchases, individual rewards, wallets by user id (each with its rollup). A share lock
 * blocks changes of the user's row, but not the key share locks of foreign keys, which come in any
 * order.
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
 * Locks a reward until the end of the transaction. Changes to a team reward's purchases wait for
 * this lock.
 */
export async function lockReward({ trx, workspaceId }: PurchaseContext, id: string) {
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
 * Locks a purchase until the end of the transaction, after its reward if it is a team reward.
 * Throws not_found.
 */
export async function lockPurchase(context: PurchaseContext, id: string) {
  const { trx, workspaceId } = context
  const query = trx
    .selectFrom('purchases')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
  const known = await query.select(['reward_id', 'reward_type']).executeTakeFirst()
  if (!known) return throwRefusal('not_found')
  if (known.reward_type === 'team') await lockReward(context, known.reward_id)
  return (await query.selectAll().forNoKeyUpdate().executeTakeFirst()) ?? throwRefusal('not_found')
}
export type PurchaseRecord = Awaited<ReturnType<typeof lockPurchase>>

/**
 * Adds points to the daily redemptions of the reports. Negative points undo a redemption on its
 * day.
 */
export async function addToDailyRedemptions(
  { trx, workspaceId }: PurchaseContext,
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

/** Adds an event to a purchase's history, in the transaction of the change. */
export async function addEvent(
  context: PurchaseContext,
  purchaseId: string,
  type: PurchaseEvent['type'],
  amount: number | null = null,
  actorId = context.actorId,
): Promise<void> {
  await context.trx
    .insertInto('purchase_events')
    .values({
      workspace_id: context.workspaceId,
      id: newId(context.at),
      purchase_id: purchaseId,
      type,
      actor_id: actorId,
      amount,
      created_at: context.at,
    })
    .execute()
}

/** Creates a purchase with a copy of the reward's current fields. Returns its id. */
async function createPurchase(
  { trx, workspaceId, at }: PurchaseContext,
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
 * Moves points of a user into the `open` purchase or a new one, and returns its id. The movement
 * locks the wallet first, so that the check for earlier purchases sees all of this buyer's.
 */
export async function addContribution(
  context: PurchaseContext,
  userId: string,
  reward: RewardRecord,
  { amount, comment }: { amount: number; comment: string },
  open?: PurchaseRecord,
): Promise<string> {
  const { trx, workspaceId, at } = context
  const id = newId(at)
  const day = toLocalDay(at, context.timezone)
  await hold(trx, { workspaceId, sourceId: id, userId, points: amount, actorId: userId, at })
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
  const purchaseId = open?.id ?? (await createPurchase(context, reward, userId))
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
  await addToDailyRedemptions(context, day, userId, amount)
  await addEvent(
    context,
    purchaseId,
    reward.reward_type === 'team' ? 'contributed' : 'redeemed',
    amount,
  )
  return purchaseId
}

/** Mails reward administrators about a purchase that awaits fulfilment. */
export async function notifyRewardManagers(
  { trx, workspaceId, actorId, at }: PurchaseContext,
  purchaseId: string,
): Promise<void> {
  const recipients = await findRedemptionRecipients(trx, workspaceId, actorId ?? '')
  await enqueueMails(
    trx,
    workspaceId,
    recipients.map((recipient) => ({
      ...recipient,
      kind: 'reward_redeemed',
      params: { purchase_id: purchaseId },
    })),
    at,
  )
}

/** Returns a purchase as the actor sees it after a change. */
export async function loadPurchase(trx: Trx, actor: Actor, id: string): Promise<Purchase> {
  const purchase = await findPurchase(trx, actor, id)
  if (!purchase) throw new Error('purchase missing')
  return purchase
}
