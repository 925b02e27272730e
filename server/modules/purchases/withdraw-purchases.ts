import { lockPurchase, type PurchaseContext } from './context.ts'
import { listCancelablePurchases, type PurchaseRecord } from './queries.ts'
import { lockReward } from './reward-queries.ts'
import { withdrawContributions } from './settle-purchase.ts'

/**
 * Withdraws a user's parts of pending purchases, with refunds of points and stock: of all of them,
 * or of team rewards only. The caller locks the user's row (for no key update), which prevents new
 * purchases. All rows are locked before points move.
 */
export async function withdrawPurchasesOfUser(
  context: PurchaseContext,
  userId: string,
  kinds: 'all' | 'team',
): Promise<void> {
  const { trx, workspaceId } = context
  const open = (await listCancelablePurchases(trx, workspaceId, userId)).filter(
    (purchase) => kinds === 'all' || purchase.reward_type === 'team',
  )
  const teamRewardIds = open
    .filter((purchase) => purchase.reward_type === 'team')
    .map((purchase) => purchase.reward_id)
  for (const rewardId of [...new Set(teamRewardIds)].sort())
    await lockReward(trx, workspaceId, rewardId)
  const locked: PurchaseRecord[] = []
  for (const { id } of open) locked.push(await lockPurchase(context, id))
  for (const purchase of locked)
    if (purchase.status === 'pending') await withdrawContributions(context, purchase, userId)
}
