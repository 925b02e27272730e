import { sql } from 'kysely'
import type { Category, ShopReward } from '#contract/schemas/rewards.ts'
import { findWalletBalance } from '#server/ledger/balances.ts'
import { computeGiftCardCost } from '#contract/money.ts'
import { currencyOfCountry } from '#contract/currency.ts'
import { computeLimitCents, findSpentToday } from '#server/modules/giftcards/daily-limit.ts'
import { loadEligibility } from '#server/modules/giftcards/eligibility.ts'
import { presentReward, type RewardRow } from '#server/modules/purchases/present.ts'
import { selectRewards } from '#server/modules/purchases/queries.ts'
import { findPeopleByIds, requirePerson } from '#server/modules/users/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'

type ShopServices = Pick<Services, 'config' | 'giftCards'>
type ShopRow = RewardRow & { open_id: string | null; open_deadline: string | null }

/**
 * Returns the rewards of the shop, cheapest first: not deleted, deadline not over, with an
 * available amount above 0 (specification, section 5) or an open team purchase.
 */
async function listShopRows(
  trx: Trx,
  actor: Actor,
  at: Date,
  filter: { id?: string | undefined; category?: Category | undefined },
): Promise<ShopRow[]> {
  const today = toLocalDay(at, actor.timezone)
  return selectRewards(trx, actor.workspace_id)
    .leftJoin('purchases as open', (join) =>
      join
        .onRef('open.workspace_id', '=', 'rewards.workspace_id')
        .onRef('open.reward_id', '=', 'rewards.id')
        .on('open.reward_type', '=', 'team')
        .on('open.status', '=', 'pending'),
    )
    .select(['open.id as open_id', 'open.deadline as open_deadline'])
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
      sql<boolean>`coalesce(case when open.id is null then rewards.deadline
        else open.deadline end >= ${today}::date, true)`,
    )
    .$if(filter.id !== undefined, (query) => query.where('rewards.id', '=', filter.id ?? ''))
    .$if(filter.category !== undefined, (query) =>
      query.where('rewards.category', '=', filter.category ?? 'uncategorised'),
    )
    .orderBy('rewards.price')
    .orderBy('rewards.id')
    .execute()
}

type ContributionSum = { purchase_id: string; user_id: string; amount: number }
/** Returns contributions to open purchases by user, earliest contributor first. */
async function sumContributionsByUser(
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
 * Returns the one-time rewards that the actor has already redeemed. Contributions to the open
 * purchase do not count.
 */
async function findUsedOneTimeRewards(
  trx: Trx,
  actor: Actor,
  rows: ShopRow[],
): Promise<Set<string>> {
  const oneTimeRows = rows.filter((row) => row.one_time)
  if (!oneTimeRows.length) return new Set()
  const openIds = new Set(oneTimeRows.map((row) => row.open_id))
  const used = await trx
    .selectFrom('contributions')
    .select(['reward_id', 'purchase_id'])
    .where('workspace_id', '=', actor.workspace_id)
    .where('user_id', '=', actor.user_id)
    .where('status', '<>', 'declined')
    .where(
      'reward_id',
      'in',
      oneTimeRows.map((row) => row.id),
    )
    .execute()
  return new Set(used.filter((row) => !openIds.has(row.purchase_id)).map((row) => row.reward_id))
}

/** Returns a function that tells why a gift card cannot be bought now, or null. */
async function loadGiftCardBlocks(
  { config }: ShopServices,
  trx: Trx,
  workspaceId: string,
  at: Date,
): Promise<
  (row: Pick<RewardRow, 'gift_card_value' | 'country' | 'product_id'>) => ShopReward['blocked']
> {
  const [{ card, validated }, spent] = await Promise.all([
    loadEligibility(trx, config.billing, workspaceId, at),
    findSpentToday(trx, workspaceId, at),
  ])
  return ({ gift_card_value: giftCardValue, country, product_id: productId }) => {
    if (giftCardValue === null || productId === null || (config.billing !== 'off' && !card))
      return 'not_available'
    if (!validated) return 'not_validated'
    const chargeCents = card ? computeGiftCardCost(giftCardValue).charge_cents : 0
    const limitCents = computeLimitCents({
      value_cents: giftCardValue,
      charge_cents: chargeCents,
      currency: currencyOfCountry(country),
    })
    return spent + limitCents > config.giftCardsDailyMaxCents ? 'daily_limit' : null
  }
}

/** Returns the shop's rewards with the reason each is blocked for the actor, if any. */
export async function listShopRewards(
  { config, giftCards }: ShopServices,
  trx: Trx,
  actor: Actor,
  at: Date,
  filter: { id?: string; category?: Category | undefined } = {},
): Promise<ShopReward[]> {
  const { workspace_id: workspaceId } = actor
  const [shopRows, balance] = await Promise.all([
    listShopRows(trx, actor, at, filter),
    findWalletBalance(trx, workspaceId, actor.user_id),
  ])
  // Hide gift cards while the provider is off.
  const rows = shopRows.filter((row) => row.type === 'manual' || giftCards !== null)
  const [used, parts] = await Promise.all([
    findUsedOneTimeRewards(trx, actor, rows),
    sumContributionsByUser(
      trx,
      workspaceId,
      rows.flatMap((row) => row.open_id ?? []),
    ),
  ])
  const people = await findPeopleByIds(
    trx,
    workspaceId,
    parts.map((part) => part.user_id),
  )
  const giftCardBlock = rows.some((row) => row.type === 'automatic')
    ? await loadGiftCardBlocks({ config, giftCards }, trx, workspaceId, at)
    : null
  return rows.map(({ open_id: openId, open_deadline: openDeadline, ...row }) => {
    const contributions = parts.filter((part) => part.purchase_id === openId)
    const contributed = contributions.reduce((sum, part) => sum + part.amount, 0)
    const isTeam = row.reward_type === 'team'
    // An open team purchase keeps its initial price and deadline.
    const price = row.filling_price ?? row.price
    const missingPoints = isTeam ? price - contributed : Math.max(price - balance, 0)
    const isTooExpensive = isTeam ? balance < 1 : missingPoints > 0
    return {
      ...presentReward(
        { ...row, price, deadline: openId === null ? row.deadline : openDeadline },
        workspaceId,
      ),
      purchase_id: openId,
      missing_points: missingPoints,
      contributed,
      contributors: contributions.map((part) => requirePerson(people, part.user_id)),
      blocked: used.has(row.id)
        ? 'one_time_used'
        : (row.type === 'automatic' && giftCardBlock?.(row)) ||
          (isTooExpensive ? 'not_enough_points' : null),
    }
  })
}
