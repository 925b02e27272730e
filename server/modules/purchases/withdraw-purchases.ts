import type { PurchaseContext } from './context.ts'
import { listPurchasesWithPart, lockPurchaseRows } from './queries.ts'
import { lockRewards } from './reward-queries.ts'
import { withdrawContributions } from './settle-purchase.ts'

/**
 * Withdraws a user's parts of pending purchases, with refunds of points and stock: of all except
 * gift cards before an erasure, or of team rewards only. The caller locks the user's row (for no key
 * update), which prevents new purchases. All rows are locked before points move. An erasure also
 * locks the user's finished purchases, because it clears their texts after it has moved points.
 */
export async function withdrawPurchasesOfUser(
  context: PurchaseContext,
  userId: string,
  kinds: 'all' | 'open team',
): Promise<void> {
  const { trx, workspaceId } = context
  const found = await listPurchasesWithPart(trx, workspaceId, userId, kinds)
  if (!found.length) return
  const teamRewardIds = found
    .filter((purchase) => purchase.reward_type === 'team')
    .map((purchase) => purchase.reward_id)
  await lockRewards(trx, workspaceId, [...new Set(teamRewardIds)])
  const ids = found.map(({ id }) => id)
  for (const purchase of await lockPurchaseRows(trx, workspaceId, ids))
    if (purchase.status === 'pending' && purchase.type === 'manual')
      await withdrawContributions(context, purchase, userId)
}
