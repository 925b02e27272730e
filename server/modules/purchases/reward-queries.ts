import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { selectPrice } from '#server/modules/reward-goals/queries.ts'
import type { RewardRow } from './present.ts'

/** Returns the query of the rewards that are not deleted, with the price of an open purchase. */
export function selectRewards(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('rewards')
    .leftJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'rewards.workspace_id')
        .onRef('files.id', '=', 'rewards.picture_file_id'),
    )
    .where('rewards.workspace_id', '=', workspaceId)
    .where('rewards.deleted_at', 'is', null)
    .select([
      'rewards.id',
      'rewards.title',
      'rewards.description',
      'rewards.price',
      'rewards.category',
      'rewards.emoji',
      'files.storage_key as picture_key',
      'rewards.one_time',
      'rewards.comment_required',
      'rewards.available_amount',
      'rewards.type',
      'rewards.reward_type',
      'rewards.country',
      'rewards.product_id',
      'rewards.gift_card_value',
      'rewards.deadline',
      'rewards.audience',
      'rewards.person_max',
      'rewards.person_period',
      'rewards.demo',
      'rewards.created_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('purchases as filling')
        .select('filling.price')
        .where('filling.workspace_id', '=', workspaceId)
        .whereRef('filling.reward_id', '=', 'rewards.id')
        .where('filling.reward_type', '=', 'team')
        .where('filling.status', '=', 'pending')
        .as('filling_price'),
    )
}

export async function findReward(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<RewardRow | undefined> {
  return selectRewards(trx, workspaceId).where('rewards.id', '=', id).executeTakeFirst()
}

/**
 * Locks a reward, also a deleted one, until the end of the transaction. Changes to a team reward's
 * purchases wait for this lock.
 */
export async function lockReward(trx: Trx, workspaceId: string, id: string) {
  return trx
    .selectFrom('rewards')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
export type RewardRecord = NonNullable<Awaited<ReturnType<typeof lockReward>>>

/** Locks rewards in the order of ids, until the end of the transaction. */
export async function lockRewards(trx: Trx, workspaceId: string, ids: string[]): Promise<void> {
  await trx
    .selectFrom('rewards')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Returns whether a reward, also a deleted one, is for one buyer or a team, and its audience. */
export async function findRewardKind(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<Pick<RewardRecord, 'reward_type' | 'audience'> | undefined> {
  return trx
    .selectFrom('rewards')
    .select(['reward_type', 'audience'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Takes one unit of an individual reward and returns the reward with its price for a user; undefined
 * if it is deleted or out of stock. A single write, so that the last unit goes to a single buyer.
 */
export async function takeIndividualReward(
  trx: Trx,
  workspaceId: string,
  id: string,
  { userId, at }: { userId: string; at: Date },
): Promise<RewardRecord | undefined> {
  const reward = await trx
    .updateTable('rewards')
    .set((eb) => ({ available_amount: eb('available_amount', '-', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('reward_type', '=', 'individual')
    .where((eb) => eb.or([eb('available_amount', 'is', null), eb('available_amount', '>', 0)]))
    .returningAll()
    .returning(selectPrice(workspaceId, userId, at).as('own_price'))
    .executeTakeFirst()
  if (!reward) return undefined
  const { own_price: price, ...row } = reward
  return { ...row, price }
}

/** Takes one unit of a team reward. The caller holds the reward's row lock and checked the stock. */
export async function takeTeamReward(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .updateTable('rewards')
    .set((eb) => ({ available_amount: eb('available_amount', '-', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Returns one unit to the stock of a reward with a limited amount. */
export async function returnReward(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .updateTable('rewards')
    .set((eb) => ({ available_amount: eb('available_amount', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('available_amount', 'is not', null)
    .execute()
}
