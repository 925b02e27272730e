import { sql } from 'kysely'
import type { Category, ShopReward } from '#contract/schemas/rewards.ts'
import { findWalletBalance } from '#server/ledger/ledger.ts'
import { computeGiftCardCost } from '#contract/money.ts'
import { currencyOfCountry } from '#contract/currency.ts'
import { centsTowardsLimit, findSpentToday } from '#server/modules/giftcards/daily-limit.ts'
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
 * What is in the shop, cheapest first: alive, with an available amount above 0 (specification,
 * section 5) or, of a team's, filling up already; its deadline not over.
 */
async function listShopRows(
  trx: Trx,
  actor: Actor,
  at: Date,
  only: { id?: string | undefined; category?: Category | undefined },
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
    .$if(only.id !== undefined, (query) => query.where('rewards.id', '=', only.id ?? ''))
    .$if(only.category !== undefined, (query) =>
      query.where('rewards.category', '=', only.category ?? 'uncategorised'),
    )
    .orderBy('rewards.price')
    .orderBy('rewards.id')
    .execute()
}

type ContributionSum = { purchase_id: string; user_id: string; amount: number }
/** Who has put how much into the open purchases, whoever was first first. */
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
 * The rewards somebody has had of those that everybody has once; what they put into the open
 * purchase does not count.
 */
async function findUsedOneTimeRewards(
  trx: Trx,
  actor: Actor,
  rows: ShopRow[],
): Promise<Set<string>> {
  const once = rows.filter((row) => row.one_time)
  if (!once.length) return new Set()
  const open = new Set(once.map((row) => row.open_id))
  const used = await trx
    .selectFrom('contributions')
    .select(['reward_id', 'purchase_id'])
    .where('workspace_id', '=', actor.workspace_id)
    .where('user_id', '=', actor.user_id)
    .where('status', '<>', 'declined')
    .where(
      'reward_id',
      'in',
      once.map((row) => row.id),
    )
    .execute()
  return new Set(used.filter((row) => !open.has(row.purchase_id)).map((row) => row.reward_id))
}

/** Why the gift cards of a team cannot be bought now, each by its value; null for one that can. */
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
    const counted = centsTowardsLimit({
      value_cents: giftCardValue,
      charge_cents: chargeCents,
      currency: currencyOfCountry(country),
    })
    return spent + counted > config.giftCardsDailyMaxCents ? 'daily_limit' : null
  }
}

/** The shop as the actor sees it: beside each reward what stands between it and them. */
export async function listShopRewards(
  { config, giftCards }: ShopServices,
  trx: Trx,
  actor: Actor,
  at: Date,
  only: { id?: string; category?: Category | undefined } = {},
): Promise<ShopReward[]> {
  const { workspace_id: workspaceId } = actor
  const [shelf, balance] = await Promise.all([
    listShopRows(trx, actor, at, only),
    findWalletBalance(trx, workspaceId, actor.user_id),
  ])
  // Without gift cards there is nothing that could be ordered for the rewards that are one.
  const rows = shelf.filter((row) => row.type === 'manual' || giftCards !== null)
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
    ? await loadGiftCardBlocks({ config, giftCards: giftCards }, trx, workspaceId, at)
    : null
  return rows.map(({ open_id: openId, open_deadline: openDeadline, ...row }) => {
    const own = parts.filter((part) => part.purchase_id === openId)
    const contributed = own.reduce((sum, part) => sum + part.amount, 0)
    const team = row.reward_type === 'team'
    // What has begun to fill keeps the price and the deadline it began with.
    const price = row.filling_price ?? row.price
    const missingPoints = team ? price - contributed : Math.max(price - balance, 0)
    const poor = team ? balance < 1 : missingPoints > 0
    return {
      ...presentReward(
        { ...row, price, deadline: openId === null ? row.deadline : openDeadline },
        workspaceId,
      ),
      purchase_id: openId,
      missing_points: missingPoints,
      contributed,
      contributors: own.map((part) => requirePerson(people, part.user_id)),
      blocked: used.has(row.id)
        ? 'one_time_used'
        : (row.type === 'automatic' && giftCardBlock?.(row)) || (poor ? 'not_enough_points' : null),
    }
  })
}
