import { type RawBuilder, sql } from 'kysely'
import { selectLocalPrice } from '#server/modules/price-factors/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** Returns the reward that a user saves for, or null. */
export async function findGoal(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<string | null> {
  const goal = await trx
    .selectFrom('reward_goals')
    .select('reward_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return goal?.reward_id ?? null
}

/** Condition for the goal `g` of a user for a row of `rewards`, while its price is kept. */
const keepsPrice = (workspaceId: string, userId: string, at: Date) => sql`
  g.workspace_id = ${workspaceId} and g.user_id = ${userId} and g.reward_id = rewards.id
  and g.price_until > ${at}`

/** Returns the time until which the price of a row of `rewards` is kept for a user, as SQL. */
export const selectPriceUntil = (workspaceId: string, userId: string, at: Date) =>
  sql<Date | null>`(
    select g.price_until from reward_goals g where ${keepsPrice(workspaceId, userId, at)})`

/**
 * Returns the price of a row of `rewards` for a user, as SQL: the price in their country, or the
 * kept price of their goal if that is lower. Every place that shows or takes a price uses it.
 */
export const selectPrice = (
  workspaceId: string,
  userId: string,
  at: Date,
): RawBuilder<number> => sql<number>`
  case when rewards.reward_type = 'team' then rewards.price
  else least(${selectLocalPrice(workspaceId, userId)}, (
    select g.price from reward_goals g where ${keepsPrice(workspaceId, userId, at)})) end`

/**
 * Stores the reward that a user saves for, instead of the one before, and keeps its present price.
 * The same goal keeps its first price and time, so that saving again does not extend them.
 */
export async function upsertGoal(
  trx: Trx,
  workspaceId: string,
  userId: string,
  goal: { rewardId: string; at: Date; priceUntil: Date },
): Promise<void> {
  const { rewardId, at, priceUntil } = goal
  const { rows } = await sql<{ price: number | null }>`
    select case when rewards.reward_type = 'individual'
      then ${selectLocalPrice(workspaceId, userId)} end as price
    from rewards where rewards.workspace_id = ${workspaceId} and rewards.id = ${rewardId}`.execute(
    trx,
  )
  const [reward] = rows
  if (!reward) return
  await sql`
    insert into reward_goals (workspace_id, user_id, reward_id, created_at, price, price_until)
    values (${workspaceId}, ${userId}, ${rewardId}, ${at}, ${reward.price},
      ${reward.price === null ? null : priceUntil})
    on conflict (workspace_id, user_id) do update
      set reward_id = excluded.reward_id, created_at = excluded.created_at,
        price = excluded.price, price_until = excluded.price_until
      where reward_goals.reward_id <> excluded.reward_id
        or reward_goals.price_until is null or reward_goals.price_until <= ${at}`.execute(trx)
}

/** Ends the kept prices of a reward that became another one. */
export async function dropKeptPrices(
  trx: Trx,
  workspaceId: string,
  rewardId: string,
): Promise<void> {
  await trx
    .updateTable('reward_goals')
    .set({ price: null, price_until: null })
    .where('workspace_id', '=', workspaceId)
    .where('reward_id', '=', rewardId)
    .execute()
}

/** Deletes the goal of a user; with `rewardId` only a goal for that reward. */
export async function deleteGoal(
  trx: Trx,
  workspaceId: string,
  userId: string,
  rewardId?: string,
): Promise<void> {
  await trx
    .deleteFrom('reward_goals')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .$if(rewardId !== undefined, (query) => query.where('reward_id', '=', rewardId ?? ''))
    .execute()
}
