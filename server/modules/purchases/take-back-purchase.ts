import { returnRedeemed } from '#server/ledger/purchases.ts'
import { addEvent, type PurchaseContext } from './context.ts'
import { findFulfilledContributions } from './contribution-queries.ts'
import type { PurchaseRecord } from './queries.ts'
import { notifyBuyers, refundContributions } from './settle-purchase.ts'

/**
 * Takes a locked fulfilled purchase back: its points return to the people who paid them, the unit to
 * the stock, and the reports no longer count the redemption. The part of the company stays spent.
 */
export async function takeBackPurchase(
  context: PurchaseContext,
  purchase: PurchaseRecord,
  reason: string,
): Promise<void> {
  const { trx, workspaceId } = context
  const parts = await findFulfilledContributions(trx, workspaceId, purchase.id)
  const declined = { end: 'returned', reason } as const
  await refundContributions(context, purchase, { parts, declined }, (movement) =>
    returnRedeemed(trx, { ...movement, comment: reason }),
  )
  await addEvent(context, purchase.id, 'returned')
  await notifyBuyers(context, purchase.id, parts, 'returned')
}
