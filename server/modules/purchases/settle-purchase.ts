import type { PurchaseEvent } from '#contract/schemas/rewards.ts'
import { type ContributionMovement, release, settle } from '#server/ledger/purchases.ts'
import { addDecisionToInboxes } from '#server/modules/inbox-items/notice-queries.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import {
  findDecisionRecipients,
  findLeaverRecipients,
} from '#server/modules/outbox/recipient-queries.ts'
import { addEvent, type PurchaseContext } from './context.ts'
import {
  addToDailyRedemptions,
  findOpenContributions,
  type OpenContribution,
  setContributionStatus,
} from './contribution-queries.ts'
import { type PurchaseRecord, updatePurchaseStatus } from './queries.ts'
import { returnReward } from './reward-queries.ts'

async function setPartsStatus(
  { trx, workspaceId, at }: PurchaseContext,
  parts: OpenContribution[],
  status: 'fulfilled' | 'declined',
): Promise<void> {
  const ids = parts.map((part) => part.id)
  if (ids.length) await setContributionStatus(trx, workspaceId, ids, { status, at })
}

/** Note and code of the administrator for the buyers. */
export type BuyerNote = { note: string; code: string }
type Declined = { end: 'declined' | 'canceled' | 'returned'; reason: string }

/** Sets the final status of a purchase. */
async function setFinalStatus(
  { trx, workspaceId, actorId, at }: PurchaseContext,
  purchase: PurchaseRecord,
  final: ({ status: 'fulfilled' } & BuyerNote) | ({ status: 'declined' } & Declined),
): Promise<void> {
  await updatePurchaseStatus(trx, workspaceId, purchase.id, {
    status: final.status,
    status_changed_at: at,
    decided_by: actorId,
    ...(final.status === 'declined'
      ? {
          decline_reason: final.reason,
          canceled_at: final.end === 'canceled' ? at : null,
          returned_at: final.end === 'returned' ? at : null,
        }
      : { note: final.note, code: final.code }),
  })
}

/**
 * Refunds contributions with a movement for each, and removes them from the reports. With
 * `declined` the purchase ends, and its unit returns to the stock. The rows of the purchase change
 * last: on an old day this locks the snapshots of the reports, which come after all wallets.
 */
export async function refundContributions(
  context: PurchaseContext,
  purchase: PurchaseRecord,
  { parts, declined }: { parts: OpenContribution[]; declined: Declined | null },
  refund: (movement: ContributionMovement) => Promise<void>,
): Promise<void> {
  const { trx, workspaceId, actorId, at } = context
  if (declined) await returnReward(trx, workspaceId, purchase.reward_id)
  for (const part of parts)
    await refund({
      workspaceId,
      sourceId: part.id,
      userId: part.user_id,
      points: part.amount,
      actorId,
      at,
      isDemo: purchase.demo,
    })
  if (declined) await setFinalStatus(context, purchase, { status: 'declined', ...declined })
  await setPartsStatus(context, parts, 'declined')
  for (const { day, user_id: userId, amount } of parts)
    await addToDailyRedemptions(trx, workspaceId, { day, userId, points: -amount })
}

export async function notifyBuyers(
  { trx, workspaceId, actorId, at }: PurchaseContext,
  purchaseId: string,
  parts: OpenContribution[],
  event: PurchaseEvent['type'],
): Promise<void> {
  const buyerIds = parts.map((part) => part.user_id)
  const sumPoints = (userId: string) =>
    parts.reduce((sum, part) => sum + (part.user_id === userId ? part.amount : 0), 0)
  await addDecisionToInboxes(trx, workspaceId, 'purchase_decided', {
    purchaseId,
    buyerIds,
    actorId,
    at,
  })
  const recipients = await findDecisionRecipients(trx, workspaceId, buyerIds)
  const leavers = await findLeaverRecipients(trx, workspaceId, purchaseId, buyerIds)
  await enqueueMails(
    trx,
    workspaceId,
    leavers.map((leaver) => ({
      ...leaver,
      kind: 'leaver_notice',
      params: { news: 'purchase', purchase_id: purchaseId },
    })),
    at,
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
            params: {
              purchase_id: purchaseId,
              ...(event === 'expired' ? { expired: true } : {}),
              ...(event === 'returned' ? { returned: sumPoints(recipient.user_id) } : {}),
            },
          },
    ),
    at,
  )
}

/** Fulfills a purchase: redeems the held points, stores the note and mails the buyers. */
export async function fulfilPurchase(
  context: PurchaseContext,
  purchase: PurchaseRecord,
  { note, code }: BuyerNote = { note: '', code: '' },
): Promise<void> {
  const { trx, workspaceId } = context
  const parts = await findOpenContributions(trx, workspaceId, purchase.id)
  await setFinalStatus(context, purchase, { status: 'fulfilled', note, code })
  await setPartsStatus(context, parts, 'fulfilled')
  for (const part of parts)
    await settle(trx, {
      workspaceId,
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
  const { trx, workspaceId } = context
  const parts = await findOpenContributions(trx, workspaceId, purchase.id)
  const declined = { end: 'declined', reason } as const
  await refundContributions(context, purchase, { parts, declined }, (movement) =>
    release(trx, 'purchase_declined', { ...movement, comment: reason }),
  )
  await addEvent(context, purchase.id, event)
  await notifyBuyers(context, purchase.id, parts, event)
}

/** Withdraws a user's contributions. Without remaining contributions the purchase is canceled. */
export async function withdrawContributions(
  context: PurchaseContext,
  purchase: PurchaseRecord,
  userId: string,
): Promise<void> {
  const { trx, workspaceId } = context
  const parts = await findOpenContributions(trx, workspaceId, purchase.id, userId)
  if (!parts.length) return
  const isLast =
    purchase.reward_type === 'individual' ||
    (await findOpenContributions(trx, workspaceId, purchase.id)).length === parts.length
  const declined = isLast ? ({ end: 'canceled', reason: '' } as const) : null
  await refundContributions(context, purchase, { parts, declined }, (movement) =>
    release(trx, 'purchase_canceled', movement),
  )
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
