import type { PurchaseEvent } from '#contract/schemas/rewards.ts'
import type { WebhookEvent } from '#contract/webhook-events.ts'
import { hold } from '#server/ledger/purchases.ts'
import { addRequestToInboxes } from '#server/modules/inbox-items/notice-queries.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { findRedemptionRecipients } from '#server/modules/outbox/recipient-queries.ts'
import { enqueueWebhookEvents } from '#server/modules/outbox/webhook-event-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Buyer } from './buyer.ts'
import {
  addToDailyRedemptions,
  hasContributed,
  insertContribution,
} from './contribution-queries.ts'
import { assertBelowPersonLimit } from './eligibility.ts'
import {
  findRewardOfPurchase,
  insertPurchase,
  insertPurchaseEvent,
  lockAcceptedUser,
  lockPurchaseRow,
  type PurchaseRecord,
} from './queries.ts'
import { lockReward, type RewardRecord } from './reward-queries.ts'

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

export const createPurchaseContext = (
  trx: Trx,
  actor: Pick<Buyer, 'workspace_id' | 'user_id' | 'timezone'>,
  at: Date,
): PurchaseContext => ({
  trx,
  at,
  workspaceId: actor.workspace_id,
  timezone: actor.timezone,
  actorId: actor.user_id,
})

/**
 * Locks the acting user and throws unauthorized if they are no longer active. Every transaction
 * uses a single lock order to avoid deadlocks, also with the erasure of a user: acting user, team
 * rewards, purchases, individual rewards, wallets by user id (each with its rollup).
 */
export async function lockActiveUser(
  trx: Trx,
  actor: Pick<Buyer, 'workspace_id' | 'user_id'>,
): Promise<void> {
  if (!(await lockAcceptedUser(trx, actor.workspace_id, actor.user_id)))
    throwRefusal('unauthorized')
}

/**
 * Locks a purchase until the end of the transaction, after its reward if it is a team reward.
 * Throws not_found.
 */
export async function lockPurchase(
  { trx, workspaceId }: PurchaseContext,
  id: string,
): Promise<PurchaseRecord> {
  const known = await findRewardOfPurchase(trx, workspaceId, id)
  if (!known) return throwRefusal('not_found')
  if (known.reward_type === 'team') await lockReward(trx, workspaceId, known.reward_id)
  return (await lockPurchaseRow(trx, workspaceId, id)) ?? throwRefusal('not_found')
}

/** The webhook event of each event in a purchase's history that has one. */
const webhookEventByType: Partial<Record<PurchaseEvent['type'], WebhookEvent>> = {
  redeemed: 'purchase.created',
  purchased: 'purchase.created',
  forced: 'purchase.created',
  fulfilled: 'purchase.fulfilled',
  declined: 'purchase.declined',
  expired: 'purchase.declined',
  returned: 'purchase.declined',
  canceled: 'purchase.canceled',
}

/**
 * Adds an event to a purchase's history, and its deliveries to webhooks, in the transaction of the
 * change.
 */
export async function addEvent(
  context: PurchaseContext,
  purchaseId: string,
  type: PurchaseEvent['type'],
  amount: number | null = null,
  actorId = context.actorId,
): Promise<void> {
  const { trx, workspaceId, at } = context
  const { demo } = await insertPurchaseEvent(trx, {
    workspace_id: workspaceId,
    id: newId(at),
    purchase_id: purchaseId,
    type,
    actor_id: actorId,
    amount,
    created_at: at,
  })
  const event = webhookEventByType[type]
  if (event && !demo)
    await enqueueWebhookEvents(trx, { workspaceId, event, subjectIds: [purchaseId], at })
}

/** Creates a purchase with a copy of the reward's current fields. Returns its id. */
async function createPurchase(
  { trx, workspaceId, at }: PurchaseContext,
  reward: RewardRecord,
  createdBy: string,
): Promise<string> {
  const id = newId(at)
  await insertPurchase(trx, {
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
    category: reward.category,
    gift_card_value: reward.gift_card_value,
    deadline: reward.deadline,
    claim_url: null,
    created_by: createdBy,
    decided_by: null,
    created_at: at,
    status_changed_at: at,
    canceled_at: null,
  })
  return id
}

/**
 * Moves points of a user into the `open` purchase or a new one, and returns its id. The movement
 * locks the wallet first, so that the checks of earlier purchases see all of this buyer's.
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
  if (
    reward.one_time &&
    (await hasContributed(trx, workspaceId, {
      rewardId: reward.id,
      userId,
      exceptPurchaseId: open?.id,
    }))
  )
    throwRefusal('one_time_used')
  await assertBelowPersonLimit(context, userId, reward)
  const purchaseId = open?.id ?? (await createPurchase(context, reward, userId))
  await insertContribution(trx, {
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
  await addToDailyRedemptions(trx, workspaceId, { day, userId, points: amount })
  await addEvent(
    context,
    purchaseId,
    reward.reward_type === 'team' ? 'contributed' : 'redeemed',
    amount,
  )
  return purchaseId
}

/** Notifies reward administrators by mail and inbox about a purchase that awaits fulfillment. */
export async function notifyRewardManagers(
  { trx, workspaceId, actorId, at }: PurchaseContext,
  purchaseId: string,
): Promise<void> {
  await addRequestToInboxes(trx, workspaceId, { buyerId: actorId, at })
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
