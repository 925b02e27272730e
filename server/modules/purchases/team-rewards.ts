import { throwRefusal } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import {
  lockReward,
  type PurchaseRecord,
  addContribution,
  addEvent,
  type RewardRecord,
  notifyRewardManagers,
  type PurchaseContext,
} from './context.ts'

export type RedeemInput = {
  comment: string
  amount?: number | undefined
  price?: number | undefined
  purchase_id?: string | undefined
}

/** What the counting parts of a purchase come to. */
export async function sumContributions(
  { trx, workspace_id: workspaceId }: PurchaseContext,
  purchaseId: string,
): Promise<number> {
  const row = await trx
    .selectFrom('contributions')
    .where('workspace_id', '=', workspaceId)
    .where('purchase_id', '=', purchaseId)
    .where('status', '<>', 'declined')
    .select((eb) => eb.fn.sum<number | null>('amount').as('sum'))
    .executeTakeFirst()
  return row?.sum ?? 0
}

/**
 * Everything is there: those who hand rewards out learn of it now, and nobody withdraws any more.
 */
export async function markPurchased(
  work: PurchaseContext,
  purchaseId: string,
  companyPart: number,
): Promise<void> {
  const { trx, workspace_id: workspaceId, at } = work
  await trx
    .updateTable('purchases')
    .set({ status: 'purchased', status_changed_at: at, company_part: companyPart })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', purchaseId)
    .execute()
  await trx
    .updateTable('contributions')
    .set({ status: 'purchased' })
    .where('workspace_id', '=', workspaceId)
    .where('purchase_id', '=', purchaseId)
    .where('status', '=', 'pending')
    .execute()
  if (companyPart > 0) await addEvent(work, purchaseId, 'forced', companyPart)
  else await addEvent(work, purchaseId, 'purchased')
  await notifyRewardManagers(work, purchaseId)
}

/** Refuses what this contribution may not do; answers how much is missing without it. */
async function validateContribution(
  work: PurchaseContext,
  reward: RewardRecord,
  open: PurchaseRecord | undefined,
  wish: RedeemInput,
): Promise<number> {
  // Filled, or canceled, since it was seen: nobody opens a new one by mistake.
  if (wish.purchase_id !== undefined && wish.purchase_id !== open?.id) throwRefusal('conflict')
  const { price, deadline } = open ?? reward
  const over = deadline !== null && deadline < toLocalDay(work.at, work.timezone)
  // What has begun goes on when its reward is deleted or the last one of the stock.
  if (over || (!open && (reward.deleted_at !== null || reward.available_amount === 0)))
    throwRefusal('out_of_stock')
  if (wish.price !== undefined && wish.price !== price)
    throwRefusal('price_changed', { field: 'price', params: { price } })
  if (reward.comment_required && wish.comment === '')
    throwRefusal('comment_required', { field: 'comment' })
  if (wish.amount === undefined) throwRefusal('required', { field: 'amount' })
  const missing = price - (open ? await sumContributions(work, open.id) : 0)
  if (wish.amount > missing)
    throwRefusal('price_too_high', { field: 'amount', params: { price: missing } })
  return missing
}

/**
 * Puts points towards a team reward, at most what is missing. The first contribution opens a
 * purchase, later ones join it, the last one completes it. All of them wait for the reward's row,
 * so that they come one after the other.
 */
export async function contributeToTeamReward(
  work: PurchaseContext,
  userId: string,
  rewardId: string,
  wish: RedeemInput,
): Promise<string> {
  const { trx, workspace_id: workspaceId } = work
  const reward = await lockReward(work, rewardId)
  if (!reward) return throwRefusal('not_found')
  // Its kind may change until somebody has a part in it: what was a team's may be one person's by
  // now.
  if (reward.reward_type !== 'team') throwRefusal('conflict')
  if (reward.type === 'automatic') throwRefusal('purchase_failed')
  const open = await trx
    .selectFrom('purchases')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('reward_id', '=', rewardId)
    .where('reward_type', '=', 'team')
    .where('status', '=', 'pending')
    .forNoKeyUpdate()
    .executeTakeFirst()
  const missing = await validateContribution(work, reward, open, wish)
  const amount = wish.amount ?? 0
  if (!open)
    await trx
      .updateTable('rewards')
      .set((eb) => ({ available_amount: eb('available_amount', '-', 1) }))
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', rewardId)
      .execute()
  const purchaseId = await addContribution(
    work,
    userId,
    reward,
    { amount, comment: wish.comment },
    open,
  )
  if (amount === missing) await markPurchased(work, purchaseId, 0)
  return purchaseId
}
