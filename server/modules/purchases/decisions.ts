import type { Purchase, PurchaseEvent } from '#contract/schemas/rewards.ts'
import { postMovement, settleHeldPoints } from '#server/ledger/ledger.ts'
import { enqueueMails } from '../outbox/enqueue-mails.ts'
import { findDecisionRecipients } from '../outbox/recipients.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Database, Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type IdempotentCall, withIdempotency } from '#server/platform/http/idempotency.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { publishPurchaseChanged } from './events.ts'
import { markPurchased, sumContributions } from './team-rewards.ts'
import {
  lockActiveUser,
  lockPurchase,
  lockReward,
  type PurchaseRecord,
  addEvent,
  addToDailyRedemptions,
  loadPurchase,
  type PurchaseContext,
  createPurchaseContext,
} from './context.ts'

type DecisionServices = Pick<Services, 'db' | 'events'>
type OpenContribution = { id: string; user_id: string; amount: number; day: string }

/**
 * The parts that still hold points, in the order that wallets are locked in; of one person alone if
 * one is given.
 */
async function findOpenContributions(
  { trx, workspace_id: workspaceId }: PurchaseContext,
  purchaseId: string,
  userId?: string,
): Promise<OpenContribution[]> {
  return trx
    .selectFrom('contributions')
    .select(['id', 'user_id', 'amount', 'day'])
    .where('workspace_id', '=', workspaceId)
    .where('purchase_id', '=', purchaseId)
    .where('status', 'in', ['pending', 'purchased'])
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .orderBy('user_id')
    .orderBy('id')
    .execute()
}

async function setContributionStatus(
  { trx, workspace_id: workspaceId }: PurchaseContext,
  parts: OpenContribution[],
  status: 'fulfilled' | 'declined',
): Promise<void> {
  if (!parts.length) return
  await trx
    .updateTable('contributions')
    .set({ status })
    .where('workspace_id', '=', workspaceId)
    .where(
      'id',
      'in',
      parts.map((part) => part.id),
    )
    .execute()
}

/** Gives parts back to those they came from, and takes them out of the reports. */
async function refundContributions(
  work: PurchaseContext,
  purchase: PurchaseRecord,
  parts: OpenContribution[],
  type: 'purchase_declined' | 'purchase_canceled',
  comment: string,
): Promise<void> {
  const { trx, workspace_id: workspaceId, actor_id: actorId, at } = work
  await setContributionStatus(work, parts, 'declined')
  for (const part of parts) {
    await postMovement(
      trx,
      {
        workspace_id: workspaceId,
        type,
        source_id: part.id,
        actor_id: actorId,
        at,
        comment,
        demo: purchase.demo,
      },
      [{ user_id: part.user_id, amount: part.amount }],
      'held',
    )
    await addToDailyRedemptions(work, part.day, part.user_id, -part.amount)
  }
}

type FinalStatus =
  | { status: 'fulfilled' }
  | { status: 'declined'; canceled: boolean; reason: string }
/** Ends a purchase. One that is declined gives its place in the stock back. */
async function setFinalStatus(
  { trx, workspace_id: workspaceId, actor_id: actorId, at }: PurchaseContext,
  purchase: PurchaseRecord,
  end: FinalStatus,
): Promise<void> {
  await trx
    .updateTable('purchases')
    .set({
      status: end.status,
      status_changed_at: at,
      decided_by: actorId,
      ...(end.status === 'declined'
        ? { decline_reason: end.reason, canceled_at: end.canceled ? at : null }
        : {}),
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', purchase.id)
    .execute()
  if (end.status === 'declined') {
    await trx
      .updateTable('rewards')
      .set((eb) => ({ available_amount: eb('available_amount', '+', 1) }))
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', purchase.reward_id)
      .where('available_amount', 'is not', null)
      .execute()
  }
}

async function notifyBuyers(
  { trx, workspace_id: workspaceId, at }: PurchaseContext,
  purchaseId: string,
  parts: OpenContribution[],
  event: PurchaseEvent['type'],
): Promise<void> {
  const readers = await findDecisionRecipients(
    trx,
    workspaceId,
    parts.map((part) => part.user_id),
  )
  await enqueueMails(
    trx,
    workspaceId,
    readers.map((reader) =>
      event === 'fulfilled'
        ? { ...reader, kind: 'reward_fulfilled', params: { purchase_id: purchaseId } }
        : {
            ...reader,
            kind: 'reward_declined',
            params: { purchase_id: purchaseId, ...(event === 'expired' ? { expired: true } : {}) },
          },
    ),
    at,
  )
}

/** Hands a purchase out: held points are redeemed, and its buyers are told. */
export async function fulfilPurchase(
  work: PurchaseContext,
  purchase: PurchaseRecord,
): Promise<void> {
  const parts = await findOpenContributions(work, purchase.id)
  await setFinalStatus(work, purchase, { status: 'fulfilled' })
  await setContributionStatus(work, parts, 'fulfilled')
  for (const part of parts)
    await settleHeldPoints(
      work.trx,
      {
        workspace_id: work.workspace_id,
        source_id: part.id,
        actor_id: work.actor_id,
        at: work.at,
        demo: purchase.demo,
      },
      part.amount,
    )
  await addEvent(work, purchase.id, 'fulfilled')
  await notifyBuyers(work, purchase.id, parts, 'fulfilled')
}

/**
 * Everybody gets their part back: by an administrator with a reason, because the deadline has
 * passed, or because there is no gift card.
 */
export async function rejectPurchase(
  work: PurchaseContext,
  purchase: PurchaseRecord,
  event: 'declined' | 'expired' | 'failed',
  reason: string,
): Promise<void> {
  const parts = await findOpenContributions(work, purchase.id)
  await setFinalStatus(work, purchase, { status: 'declined', canceled: false, reason })
  await refundContributions(work, purchase, parts, 'purchase_declined', reason)
  await addEvent(work, purchase.id, event)
  await notifyBuyers(work, purchase.id, parts, event)
}

/** One person takes their parts out again. The last one out cancels the purchase. */
async function withdrawContributions(
  work: PurchaseContext,
  purchase: PurchaseRecord,
  userId: string,
): Promise<void> {
  const parts = await findOpenContributions(work, purchase.id, userId)
  if (!parts.length) return
  const last =
    purchase.reward_type === 'individual' ||
    (await findOpenContributions(work, purchase.id)).length === parts.length
  if (last) await setFinalStatus(work, purchase, { status: 'declined', canceled: true, reason: '' })
  await refundContributions(work, purchase, parts, 'purchase_canceled', '')
  if (purchase.reward_type === 'team')
    await addEvent(
      work,
      purchase.id,
      'withdrawn',
      parts.reduce((sum, part) => sum + part.amount, 0),
      userId,
    )
  if (last) await addEvent(work, purchase.id, 'canceled', null, userId)
}

/**
 * One decision as a call makes it: by somebody who is still there, on the locked purchase, once for
 * each key.
 */
async function applyDecision(
  deciding: DecisionServices,
  actor: Actor,
  id: string,
  call: IdempotentCall,
  decide: (work: PurchaseContext, purchase: PurchaseRecord) => Promise<void>,
): Promise<Purchase> {
  const purchase = await deciding.db.tenant(actor.workspace_id, async (trx) => {
    await lockActiveUser(trx, actor)
    return withIdempotency(trx, call, async () => {
      const work = createPurchaseContext(trx, actor, call.at)
      await decide(work, await lockPurchase(work, id))
      return loadPurchase(trx, actor, id)
    })
  })
  publishPurchaseChanged(deciding, actor.workspace_id, [...purchase.user_ids, actor.user_id])
  return purchase
}

/**
 * What waits for an administrator: a manual reward that somebody redeemed, or that a team has
 * filled. A gift card goes its own way.
 */
const awaitsDecision = (purchase: PurchaseRecord) =>
  purchase.type === 'manual' &&
  purchase.status === (purchase.reward_type === 'team' ? 'purchased' : 'pending')
const isCollecting = (purchase: PurchaseRecord) =>
  purchase.type === 'manual' && purchase.reward_type === 'team' && purchase.status === 'pending'

/**
 * Hands a purchase out: held points are redeemed. `force` buys a team reward that is not full yet,
 * the company covering the rest; it is handed out by a second call. Throws team_reward_underfunded
 * for one that is not full without `force`, and conflict for one that does not fill up any more
 * with it.
 */
export async function fulfilByAdmin(
  deciding: DecisionServices,
  actor: Actor,
  id: string,
  force: boolean,
  call: IdempotentCall,
): Promise<Purchase> {
  return applyDecision(deciding, actor, id, call, async (work, purchase) => {
    const audited = (action: string, details: object = {}) =>
      audit(work.trx, actor, action, { purchase_id: id, ...details }, call.at)
    if (isCollecting(purchase)) {
      const companyPart = purchase.price - (await sumContributions(work, id))
      if (!force) throwRefusal('team_reward_underfunded', { params: { missing: companyPart } })
      await markPurchased(work, id, companyPart)
      return audited('purchase.forced', { company_part: companyPart })
    }
    if (!awaitsDecision(purchase)) throwRefusal('purchase_decided')
    if (force && purchase.reward_type === 'team') throwRefusal('conflict')
    await fulfilPurchase(work, purchase)
    return audited('purchase.fulfilled')
  })
}

/** Declines a purchase with a reason: the points go back. */
export async function declineByAdmin(
  deciding: DecisionServices,
  actor: Actor,
  id: string,
  reason: string,
  call: IdempotentCall,
): Promise<Purchase> {
  return applyDecision(deciding, actor, id, call, async (work, purchase) => {
    if (!awaitsDecision(purchase) && !isCollecting(purchase)) throwRefusal('purchase_decided')
    await rejectPurchase(work, purchase, 'declined', reason)
    await audit(work.trx, actor, 'purchase.declined', { purchase_id: id }, call.at)
  })
}

/**
 * The buyer's own way out while it is pending; out of a team purchase each contributor goes alone.
 */
export async function cancelByBuyer(
  deciding: DecisionServices,
  actor: Actor,
  id: string,
  call: IdempotentCall,
): Promise<Purchase> {
  return applyDecision(deciding, actor, id, call, async (work, purchase) => {
    const parts = await work.trx
      .selectFrom('contributions')
      .select('status')
      .where('workspace_id', '=', work.workspace_id)
      .where('purchase_id', '=', id)
      .where('user_id', '=', actor.user_id)
      .execute()
    if (!parts.length) throwRefusal('not_found')
    if (
      purchase.type === 'automatic' ||
      purchase.status !== 'pending' ||
      !parts.some((part) => part.status === 'pending')
    )
      throwRefusal('purchase_decided')
    await withdrawContributions(work, purchase, actor.user_id)
  })
}

/**
 * Cancels what somebody who leaves for good still waits for: the points go back, the stock too. The
 * caller holds that user's row (for no key update), so that nothing new begins. Everything is
 * locked before the first point moves.
 */
export async function cancelPurchasesOfUser(
  trx: Trx,
  actor: Actor,
  userId: string,
  at: Date,
): Promise<void> {
  const work = createPurchaseContext(trx, actor, at)
  const { workspace_id: workspaceId } = work
  const open = await trx
    .selectFrom('purchases')
    .select(['id', 'reward_id', 'reward_type'])
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'pending')
    .where('type', '=', 'manual')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('contributions')
          .select('contributions.id')
          .where('contributions.workspace_id', '=', workspaceId)
          .where('contributions.user_id', '=', userId)
          .where('contributions.status', '=', 'pending')
          .whereRef('contributions.purchase_id', '=', 'purchases.id'),
      ),
    )
    .orderBy('id')
    .execute()
  const shared = open
    .filter((purchase) => purchase.reward_type === 'team')
    .map((purchase) => purchase.reward_id)
  for (const rewardId of [...new Set(shared)].sort()) await lockReward(work, rewardId)
  const locked: PurchaseRecord[] = []
  for (const { id } of open) locked.push(await lockPurchase(work, id))
  for (const purchase of locked)
    if (purchase.status === 'pending') await withdrawContributions(work, purchase, userId)
}

/**
 * Declines a team purchase whose deadline has passed, if it still fills up. Answers whether it did.
 */
export async function expirePurchase(
  db: Database,
  workspaceId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  return db.tenant(workspaceId, async (trx) => {
    const { timezone } = await trx
      .selectFrom('settings')
      .select('timezone')
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow()
    const work: PurchaseContext = { trx, workspace_id: workspaceId, timezone, actor_id: null, at }
    const purchase = await lockPurchase(work, id)
    if (
      !isCollecting(purchase) ||
      purchase.deadline === null ||
      purchase.deadline >= toLocalDay(at, timezone)
    )
      return false
    await rejectPurchase(work, purchase, 'expired', '')
    return true
  })
}
