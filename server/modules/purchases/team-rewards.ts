import { throwRefusal } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { addContribution, addEvent, notifyRewardManagers, type PurchaseContext } from './context.ts'
import { markContributionsPurchased, sumContributions } from './contribution-queries.ts'
import { lockOpenTeamPurchase, type PurchaseRecord, updatePurchaseStatus } from './queries.ts'
import { lockReward, type RewardRecord, takeTeamReward } from './reward-queries.ts'

export type RedeemInput = {
  comment: string
  amount?: number | undefined
  price?: number | undefined
  purchase_id?: string | undefined
}

/**
 * Marks a team purchase as fully funded: it notifies reward administrators and ends withdrawals.
 */
export async function markPurchased(
  context: PurchaseContext,
  purchaseId: string,
  companyPart: number,
): Promise<void> {
  const { trx, workspaceId, at } = context
  await updatePurchaseStatus(trx, workspaceId, purchaseId, {
    status: 'purchased',
    status_changed_at: at,
    company_part: companyPart,
  })
  await markContributionsPurchased(trx, workspaceId, purchaseId)
  if (companyPart > 0) await addEvent(context, purchaseId, 'forced', companyPart)
  else await addEvent(context, purchaseId, 'purchased')
  await notifyRewardManagers(context, purchaseId)
}

/** Validates a contribution. Returns the missing points before it. */
async function validateContribution(
  context: PurchaseContext,
  reward: RewardRecord,
  open: PurchaseRecord | undefined,
  input: RedeemInput,
): Promise<number> {
  // The displayed purchase was completed or canceled: do not open a new one by accident.
  if (input.purchase_id !== undefined && input.purchase_id !== open?.id) throwRefusal('conflict')
  const { price, deadline } = open ?? reward
  const isExpired = deadline !== null && deadline < toLocalDay(context.at, context.timezone)
  // An open purchase continues after its reward is deleted or sold out.
  if (isExpired || (!open && (reward.deleted_at !== null || reward.available_amount === 0)))
    throwRefusal('out_of_stock')
  if (input.price !== undefined && input.price !== price)
    throwRefusal('price_changed', { field: 'price', params: { price } })
  if (reward.comment_required && input.comment === '')
    throwRefusal('comment_required', { field: 'comment' })
  if (input.amount === undefined) throwRefusal('required', { field: 'amount' })
  const contributed = open ? await sumContributions(context.trx, context.workspaceId, open.id) : 0
  const missing = price - contributed
  if (input.amount > missing)
    throwRefusal('price_too_high', { field: 'amount', params: { price: missing } })
  return missing
}

/**
 * Contributes points to a team reward, at most the missing ones. The first contribution opens a
 * purchase, and the last completes it. The lock on the reward's row serializes contributions.
 */
export async function contributeToTeamReward(
  context: PurchaseContext,
  userId: string,
  rewardId: string,
  input: RedeemInput,
): Promise<string> {
  const { trx, workspaceId } = context
  const reward = await lockReward(trx, workspaceId, rewardId)
  if (!reward) return throwRefusal('not_found')
  // The kind of an unredeemed reward may have changed to individual.
  if (reward.reward_type !== 'team') throwRefusal('conflict')
  if (reward.type === 'automatic') throwRefusal('purchase_failed')
  const open = await lockOpenTeamPurchase(trx, workspaceId, rewardId)
  const missing = await validateContribution(context, reward, open, input)
  const amount = input.amount ?? 0
  if (!open) await takeTeamReward(trx, workspaceId, rewardId)
  const purchaseId = await addContribution(
    context,
    userId,
    reward,
    { amount, comment: input.comment },
    open,
  )
  if (amount === missing) await markPurchased(context, purchaseId, 0)
  return purchaseId
}
