import { fail } from '#server/platform/errors.ts'
import { dayOf } from '#server/platform/periods.ts'
import {
  lockReward,
  type PurchaseRecord,
  putIn,
  record,
  type RewardRecord,
  tellOfRedemption,
  type Work,
} from './work.ts'

export type Wish = {
  comment: string
  amount?: number | undefined
  price?: number | undefined
  purchase_id?: string | undefined
}

/** What the counting parts of a purchase come to. */
export async function contributed(
  { trx, workspace_id }: Work,
  purchase_id: string,
): Promise<number> {
  const row = await trx
    .selectFrom('contributions')
    .where('workspace_id', '=', workspace_id)
    .where('purchase_id', '=', purchase_id)
    .where('status', '<>', 'declined')
    .select((eb) => eb.fn.sum<number | null>('amount').as('sum'))
    .executeTakeFirst()
  return row?.sum ?? 0
}

/**
 * Everything is there: those who hand rewards out learn of it now, and nobody withdraws any more.
 */
export async function complete(
  work: Work,
  purchase_id: string,
  company_part: number,
): Promise<void> {
  const { trx, workspace_id, at } = work
  await trx
    .updateTable('purchases')
    .set({ status: 'purchased', status_changed_at: at, company_part })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', purchase_id)
    .execute()
  await trx
    .updateTable('contributions')
    .set({ status: 'purchased' })
    .where('workspace_id', '=', workspace_id)
    .where('purchase_id', '=', purchase_id)
    .where('status', '=', 'pending')
    .execute()
  if (company_part > 0) await record(work, purchase_id, 'forced', company_part)
  else await record(work, purchase_id, 'purchased')
  await tellOfRedemption(work, purchase_id)
}

/** Refuses what this contribution may not do; answers how much is missing without it. */
async function judge(
  work: Work,
  reward: RewardRecord,
  open: PurchaseRecord | undefined,
  wish: Wish,
): Promise<number> {
  // Filled, or canceled, since it was seen: nobody opens a new one by mistake.
  if (wish.purchase_id !== undefined && wish.purchase_id !== open?.id) fail('conflict')
  const { price, deadline } = open ?? reward
  const over = deadline !== null && deadline < dayOf(work.at, work.timezone)
  // What has begun goes on when its reward is deleted or the last one of the stock.
  if (over || (!open && (reward.deleted_at !== null || reward.available_amount === 0)))
    fail('out_of_stock')
  if (wish.price !== undefined && wish.price !== price)
    fail('price_changed', { field: 'price', params: { price } })
  if (reward.comment_required && wish.comment === '') fail('comment_required', { field: 'comment' })
  if (wish.amount === undefined) fail('required', { field: 'amount' })
  const missing = price - (open ? await contributed(work, open.id) : 0)
  if (wish.amount > missing) fail('price_too_high', { field: 'amount', params: { price: missing } })
  return missing
}

/**
 * Puts points towards a team reward, at most what is missing. The first contribution opens a
 * purchase, later ones join it, the last one completes it. All of them wait for the reward's row,
 * so that they come one after the other.
 */
export async function contribute(
  work: Work,
  user_id: string,
  reward_id: string,
  wish: Wish,
): Promise<string> {
  const { trx, workspace_id } = work
  const reward = await lockReward(work, reward_id)
  if (!reward) return fail('not_found')
  // Its kind may change until somebody has a part in it: what was a team's may be one person's by
  // now.
  if (reward.reward_type !== 'team') fail('conflict')
  if (reward.type === 'automatic') fail('purchase_failed')
  const open = await trx
    .selectFrom('purchases')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('reward_id', '=', reward_id)
    .where('reward_type', '=', 'team')
    .where('status', '=', 'pending')
    .forNoKeyUpdate()
    .executeTakeFirst()
  const missing = await judge(work, reward, open, wish)
  const amount = wish.amount ?? 0
  if (!open)
    await trx
      .updateTable('rewards')
      .set((eb) => ({ available_amount: eb('available_amount', '-', 1) }))
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', reward_id)
      .execute()
  const purchase_id = await putIn(work, user_id, reward, { amount, comment: wish.comment }, open)
  if (amount === missing) await complete(work, purchase_id, 0)
  return purchase_id
}
