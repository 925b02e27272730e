import { sql } from 'kysely'
import type { PurchaseEvent } from '#contract/schemas/rewards.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { findRedemptionRecipients } from '#server/modules/outbox/recipients.ts'
import { fulfilPurchase, rejectPurchase } from '#server/modules/purchases/decisions.ts'
import {
  lockPurchase,
  type PurchaseRecord,
  addEvent as write,
  type PurchaseContext,
} from '#server/modules/purchases/context.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { translateError } from '#server/platform/i18n/messages.ts'

type OrderContext = { trx: Trx; workspace_id: string; purchase_id: string; at: Date }
/** A change that nobody in the team makes. */
const purchaseContextOf = (
  { trx, workspace_id: workspaceId, at }: OrderContext,
  timezone = 'UTC',
): PurchaseContext => ({
  trx,
  workspace_id: workspaceId,
  timezone,
  actor_id: null,
  at,
})

/** What happened to a gift card, by nobody: the purchase's history. `amount` is in cents. */
export async function addOrderEvent(
  { trx, workspace_id: workspaceId, purchase_id: purchaseId, at }: OrderContext,
  type: PurchaseEvent['type'],
  amount: number | null = null,
): Promise<void> {
  await write(
    purchaseContextOf({ trx, workspace_id: workspaceId, purchase_id: purchaseId, at }),
    purchaseId,
    type,
    amount,
  )
}

/** The purchase, locked; it still waits, as nobody but its gift card decides over it. */
async function lockPendingPurchase(
  work: PurchaseContext,
  purchaseId: string,
): Promise<PurchaseRecord> {
  const purchase = await lockPurchase(work, purchaseId)
  if (purchase.status !== 'pending')
    throw new Error(`purchase ${purchaseId} was decided while its gift card was on its way`)
  return purchase
}

/** The gift card is there: held points are redeemed, and the buyer gets its link. */
export async function completeOrder(where: OrderContext, claimUrl: string): Promise<void> {
  const { trx, workspace_id: workspaceId, purchase_id: purchaseId } = where
  const work = purchaseContextOf(where)
  const purchase = await lockPendingPurchase(work, purchaseId)
  await trx
    .updateTable('purchases')
    .set({ claim_url: claimUrl })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', purchaseId)
    .execute()
  await addOrderEvent(where, 'delivered')
  await fulfilPurchase(work, purchase)
}

const isReportedReason = (reason: string): reason is 'payment_failed' | 'refused' | 'unavailable' =>
  reason === 'payment_failed' || reason === 'refused' || reason === 'unavailable'

/**
 * There will be no gift card: points and stock go back, and the buyer is told in their language.
 * Administrators are told why, if they can mend it.
 */
export async function failOrder(where: OrderContext, reason: string): Promise<void> {
  const { trx, workspace_id: workspaceId } = where
  const {
    rows: [reader],
  } = await sql<{
    language: 'en'
    timezone: string
  }>`select coalesce(u.language, s.language) as language, s.timezone
    from settings s join purchases p on p.workspace_id = s.workspace_id
      and p.id = ${where.purchase_id} left join users u on u.workspace_id = p.workspace_id
      and u.id = p.created_by
    where s.workspace_id = ${workspaceId}`.execute(trx)
  const work = purchaseContextOf(where, reader?.timezone)
  const purchase = await lockPendingPurchase(work, where.purchase_id)
  await rejectPurchase(
    work,
    purchase,
    'failed',
    translateError(reader?.language ?? 'en', 'purchase_failed', {}),
  )
  if (!isReportedReason(reason)) return
  const readers = await findRedemptionRecipients(trx, workspaceId, purchase.created_by)
  await enqueueMails(
    trx,
    workspaceId,
    readers.map((reader) => ({
      ...reader,
      kind: 'gift_failed',
      params: { purchase_id: where.purchase_id, reason },
    })),
    where.at,
  )
}
