import { type Insertable, sql } from 'kysely'
import type { PurchaseStatus } from '#contract/schemas/rewards.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import type { ContributionRow } from './present.ts'

/** Returns the contributions to purchases with their users' addresses, oldest first. */
export async function listContributions(
  trx: Trx,
  workspaceId: string,
  purchaseIds: string[],
): Promise<ContributionRow[]> {
  return trx
    .selectFrom('contributions')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'contributions.workspace_id')
        .onRef('users.id', '=', 'contributions.user_id'),
    )
    .select([
      'contributions.purchase_id',
      'contributions.user_id',
      'users.email',
      'contributions.amount',
      'contributions.status',
      'contributions.comment',
      'contributions.created_at',
    ])
    .where('contributions.workspace_id', '=', workspaceId)
    .where('contributions.purchase_id', 'in', purchaseIds)
    .orderBy('contributions.id')
    .execute()
}

/** Returns everyone who ever contributed to one of the purchases. */
export async function listContributorIds(
  trx: Trx,
  workspaceId: string,
  purchaseIds: string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom('contributions')
    .select('user_id')
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where('purchase_id', 'in', purchaseIds)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Returns the status of each contribution of a user to a purchase. */
export async function listContributionStatuses(
  trx: Trx,
  workspaceId: string,
  purchaseId: string,
  userId: string,
): Promise<PurchaseStatus[]> {
  const rows = await trx
    .selectFrom('contributions')
    .select('status')
    .where('workspace_id', '=', workspaceId)
    .where('purchase_id', '=', purchaseId)
    .where('user_id', '=', userId)
    .execute()
  return rows.map((row) => row.status)
}

/** Returns whether a user contributed to a reward, without declined parts and one purchase. */
export async function hasContributed(
  trx: Trx,
  workspaceId: string,
  {
    rewardId,
    userId,
    exceptPurchaseId,
  }: { rewardId: string; userId: string; exceptPurchaseId: string | undefined },
): Promise<boolean> {
  const earlier = await trx
    .selectFrom('contributions')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('reward_id', '=', rewardId)
    .where('user_id', '=', userId)
    .where('status', '<>', 'declined')
    .$if(exceptPurchaseId !== undefined, (query) =>
      query.where('purchase_id', '<>', exceptPurchaseId ?? ''),
    )
    .executeTakeFirst()
  return earlier !== undefined
}

/** Returns the contributions of a user to a reward from a day on, without declined ones. */
export async function countContributions(
  trx: Trx,
  workspaceId: string,
  { rewardId, userId, since }: { rewardId: string; userId: string; since: string | null },
): Promise<number> {
  const row = await trx
    .selectFrom('contributions')
    .where('workspace_id', '=', workspaceId)
    .where('reward_id', '=', rewardId)
    .where('user_id', '=', userId)
    .where('status', '<>', 'declined')
    .$if(since !== null, (query) => query.where('day', '>=', since ?? ''))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return row.n
}

/** Returns the sum of a purchase's contributions, without declined ones. */
export async function sumContributions(
  trx: Trx,
  workspaceId: string,
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

export type OpenContribution = { id: string; user_id: string; amount: number; day: string }

/** Returns the query of contributions with a status, in the lock order of wallets. */
const selectParts = (
  trx: Trx,
  workspaceId: string,
  purchaseId: string,
  statuses: PurchaseStatus[],
) =>
  trx
    .selectFrom('contributions')
    .select(['id', 'user_id', 'amount', 'day'])
    .where('workspace_id', '=', workspaceId)
    .where('purchase_id', '=', purchaseId)
    .where('status', 'in', statuses)
    .orderBy('user_id')
    .orderBy('id')

/**
 * Returns contributions that still hold points, in the lock order of wallets, optionally of a
 * single user.
 */
export async function findOpenContributions(
  trx: Trx,
  workspaceId: string,
  purchaseId: string,
  userId?: string,
): Promise<OpenContribution[]> {
  return selectParts(trx, workspaceId, purchaseId, ['pending', 'purchased'])
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .execute()
}

/** Returns the contributions of a fulfilled purchase, in the lock order of wallets. */
export async function findFulfilledContributions(
  trx: Trx,
  workspaceId: string,
  purchaseId: string,
): Promise<OpenContribution[]> {
  return selectParts(trx, workspaceId, purchaseId, ['fulfilled']).execute()
}

export async function insertContribution(
  trx: Trx,
  contribution: Insertable<Tables['contributions']>,
): Promise<void> {
  await trx.insertInto('contributions').values(contribution).execute()
}

export async function setContributionStatus(
  trx: Trx,
  workspaceId: string,
  ids: string[],
  { status, at }: { status: 'fulfilled' | 'declined'; at: Date },
): Promise<void> {
  await trx
    .updateTable('contributions')
    .set({ status, fulfilled_at: status === 'fulfilled' ? at : null })
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute()
}

/** Marks the pending contributions to a fully funded purchase as purchased. */
export async function markContributionsPurchased(
  trx: Trx,
  workspaceId: string,
  purchaseId: string,
): Promise<void> {
  await trx
    .updateTable('contributions')
    .set({ status: 'purchased' })
    .where('workspace_id', '=', workspaceId)
    .where('purchase_id', '=', purchaseId)
    .where('status', '=', 'pending')
    .execute()
}

/**
 * Adds points to the daily redemptions of the reports. Negative points undo a redemption on its
 * day.
 */
export async function addToDailyRedemptions(
  trx: Trx,
  workspaceId: string,
  { day, userId, points }: { day: string; userId: string; points: number },
): Promise<void> {
  await sql`
    insert into daily_redemptions as d (workspace_id, day, user_id, points, purchases)
    values (${workspaceId}, ${day}::date, ${userId}, ${points}, ${Math.sign(points)})
    on conflict (workspace_id, day, user_id) do update
      set points = d.points + excluded.points,
        purchases = d.purchases + excluded.purchases`.execute(trx)
}
