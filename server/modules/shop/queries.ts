import { sql } from 'kysely'
import type { Category } from '#contract/schemas/rewards.ts'
import { selectPrice, selectPriceUntil } from '#server/modules/reward-goals/queries.ts'
import type { RewardRow } from '#server/modules/purchases/present.ts'
import { selectRewards } from '#server/modules/purchases/reward-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'

export type ShopRow = RewardRow & {
  open_id: string | null
  open_deadline: string | null
  /** The price for the reader. */
  own_price: number
  /** While the price is kept, because the reader saves for the reward. */
  price_until: Date | null
}

/**
 * Returns the rewards of the shop with their prices for a user, cheapest first: not deleted, deadline not over, with an
 * available amount above 0 (specification, section 5) or an open team purchase.
 */
export async function listShopRows(
  trx: Trx,
  workspaceId: string,
  filter: {
    userId: string
    at: Date
    today: string
    id?: string | undefined
    category?: Category | undefined
  },
): Promise<ShopRow[]> {
  return selectRewards(trx, workspaceId)
    .leftJoin('purchases as open', (join) =>
      join
        .onRef('open.workspace_id', '=', 'rewards.workspace_id')
        .onRef('open.reward_id', '=', 'rewards.id')
        .on('open.reward_type', '=', 'team')
        .on('open.status', '=', 'pending'),
    )
    .select(['open.id as open_id', 'open.deadline as open_deadline'])
    .select([
      selectPrice(workspaceId, filter.userId, filter.at).as('own_price'),
      selectPriceUntil(workspaceId, filter.userId, filter.at).as('price_until'),
    ])
    .where((eb) =>
      eb.or([
        eb('rewards.available_amount', 'is', null),
        eb('rewards.available_amount', '>', 0),
        eb('open.id', 'is not', null),
      ]),
    )
    .where((eb) =>
      eb.or([eb('rewards.reward_type', '=', 'individual'), eb('rewards.type', '=', 'manual')]),
    )
    .where(
      sql<boolean>`coalesce(
        case when open.id is null then rewards.deadline else open.deadline end >= ${filter.today}::date,
        true)`,
    )
    .$if(filter.id !== undefined, (query) => query.where('rewards.id', '=', filter.id ?? ''))
    .$if(filter.category !== undefined, (query) =>
      query.where('rewards.category', '=', filter.category ?? 'uncategorised'),
    )
    .orderBy('own_price')
    .orderBy('rewards.id')
    .execute()
}

export type ContributionSum = { purchase_id: string; user_id: string; amount: number }
/** Returns contributions to open purchases by user, earliest contributor first. */
export async function sumContributionsByUser(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<ContributionSum[]> {
  if (!ids.length) return []
  return trx
    .selectFrom('contributions')
    .select((eb) => ['purchase_id', 'user_id', eb.fn.sum<number>('amount').as('amount')])
    .where('workspace_id', '=', workspaceId)
    .where('purchase_id', 'in', ids)
    .where('status', '<>', 'declined')
    .groupBy(['purchase_id', 'user_id'])
    .orderBy(sql`min(id::text)`)
    .execute()
}

/**
 * Returns the purchases of these rewards to which a user contributed, with the days, without
 * declined parts.
 */
export async function listPurchasedRewards(
  trx: Trx,
  workspaceId: string,
  userId: string,
  rewardIds: string[],
): Promise<{ reward_id: string; purchase_id: string; day: string }[]> {
  if (!rewardIds.length) return []
  return trx
    .selectFrom('contributions')
    .select(['reward_id', 'purchase_id', 'day'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('status', '<>', 'declined')
    .where('reward_id', 'in', rewardIds)
    .execute()
}
