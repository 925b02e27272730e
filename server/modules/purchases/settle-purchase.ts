import type { PurchaseEvent } from '#contract/schemas/rewards.ts'
import { release, settle } from '#server/ledger/purchases.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { findDecisionRecipients } from '#server/modules/outbox/recipients.ts'
import {
  addEvent,
  addToDailyRedemptions,
  type PurchaseContext,
  type PurchaseRecord,
} from './context.ts'

type OpenContribution = { id: string; user_id: string; amount: number; day: string }

/**
 * Returns contributions that still hold points, in the lock order of wallets, optionally of a
 * single user.
 */
async function findOpenContributions(
  { trx, workspaceId }: PurchaseContext,
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
  { trx, workspaceId }: PurchaseContext,
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

/** Refunds contributions and removes them from the reports. */
async function refundContributions(
  context: PurchaseContext,
  purchase: PurchaseRecord,
  parts: OpenContribution[],
  type: 'purchase_declined' | 'purchase_canceled',
  comment: string,
): Promise<void> {
  const { trx, workspaceId, actorId, at } = context
  await setContributionStatus(context, parts, 'declined')
  for (const part of parts) {
    await release(trx, type, {
      workspaceId,
      sourceId: part.id,
      userId: part.user_id,
      points: part.amount,
      actorId,
      at,
      comment,
      isDemo: purchase.demo,
    })
    await addToDailyRedemptions(context, part.day, part.user_id, -part.amount)
  }
}

type FinalStatus =
  | { status: 'fulfilled' }
  | { status: 'declined'; canceled: boolean; reason: string }
/** Sets the final status of a purchase. A declined purchase returns its unit to the stock. */
async function setFinalStatus(
  { trx, workspaceId, actorId, at }: PurchaseContext,
  purchase: PurchaseRecord,
  final: FinalStatus,
): Promise<void> {
  await trx
    .updateTable('purchases')
    .set({
      status: final.status,
      status_changed_at: at,
      decided_by: actorId,
      ...(final.status === 'declined'
        ? { decline_reason: final.reason, canceled_at: final.canceled ? at : null }
        : {}),
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', purchase.id)
    .execute()
  if (final.status === 'declined') {
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
  { trx, workspaceId, at }: PurchaseContext,
  purchaseId: string,
  parts: OpenContribution[],
  event: PurchaseEvent['type'],
): Promise<void> {
  const recipients = await findDecisionRecipients(
    trx,
    workspaceId,
    parts.map((part) => part.user_id),
  )
  await enqueueMails(
    trx,
    workspaceId,
    recipients.map((recipient) =>
      event === 'fulfilled'
        ? { ...recipient, kind: 'reward_fulfilled', params: { purchase_id: purchaseId } }
        : {
            ...recipient,
            kind: 'reward_declined',
            params: { purchase_id: purchaseId, ...(event === 'expired' ? { expired: true } : {}) },
          },
    ),
    at,
  )
}

/** Fulfils a purchase: redeems the held points and mails the buyers. */
export async function fulfilPurchase(
  context: PurchaseContext,
  purchase: PurchaseRecord,
): Promise<void> {
  const parts = await findOpenContributions(context, purchase.id)
  await setFinalStatus(context, purchase, { status: 'fulfilled' })
  await setContributionStatus(context, parts, 'fulfilled')
  for (const part of parts)
    await settle(context.trx, {
      workspaceId: context.workspaceId,
      sourceId: part.id,
      points: part.amount,
      actorId: context.actorId,
      at: context.at,
      isDemo: purchase.demo,
    })
  await addEvent(context, purchase.id, 'fulfilled')
  await notifyBuyers(context, purchase.id, parts, 'fulfilled')
}

/**
 * Declines a purchase and refunds all contributions, for a decision, an expired deadline or a
 * failed gift card.
 */
export async function rejectPurchase(
  context: PurchaseContext,
  purchase: PurchaseRecord,
  event: 'declined' | 'expired' | 'failed',
  reason: string,
): Promise<void> {
  const parts = await findOpenContributions(context, purchase.id)
  await setFinalStatus(context, purchase, { status: 'declined', canceled: false, reason })
  await refundContributions(context, purchase, parts, 'purchase_declined', reason)
  await addEvent(context, purchase.id, event)
  await notifyBuyers(context, purchase.id, parts, event)
}

/** Withdraws a user's contributions. Without remaining contributions the purchase is canceled. */
export async function withdrawContributions(
  context: PurchaseContext,
  purchase: PurchaseRecord,
  userId: string,
): Promise<void> {
  const parts = await findOpenContributions(context, purchase.id, userId)
  if (!parts.length) return
  const isLast =
    purchase.reward_type === 'individual' ||
    (await findOpenContributions(context, purchase.id)).length === parts.length
  if (isLast)
    await setFinalStatus(context, purchase, { status: 'declined', canceled: true, reason: '' })
  await refundContributions(context, purchase, parts, 'purchase_canceled', '')
  if (purchase.reward_type === 'team')
    await addEvent(
      context,
      purchase.id,
      'withdrawn',
      parts.reduce((sum, part) => sum + part.amount, 0),
      userId,
    )
  if (isLast) await addEvent(context, purchase.id, 'canceled', null, userId)
}
