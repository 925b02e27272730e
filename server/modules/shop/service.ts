import type { Category, ShopReward } from '#contract/schemas/rewards.ts'
import { computeGiftCardCost } from '#contract/gift-card-prices.ts'
import { currencyOfCountry } from '#contract/currency.ts'
import { findWalletBalance } from '#server/ledger/balances.ts'
import { computeLimitCents, findSpentToday } from '#server/modules/giftcards/daily-limit.ts'
import { loadEligibility } from '#server/modules/giftcards/eligibility.ts'
import { listAudiencesOf } from '#server/modules/audience-members/queries.ts'
import { findLimitStart } from '#server/modules/purchases/eligibility.ts'
import type { RewardRow } from '#server/modules/purchases/present.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Buyer } from '#server/modules/purchases/buyer.ts'
import { presentShopReward, type ShopFacts } from './present.ts'
import {
  listPurchasedRewards,
  listShopRows,
  type ShopRow,
  sumContributionsByUser,
} from './queries.ts'

export type ShopServices = Pick<Services, 'config' | 'giftCards'>

/**
 * Returns the rewards that the actor has redeemed as often as they may: one-time rewards, and those
 * with a limit for each person. Contributions to the open purchase do not count.
 */
async function findReachedLimits(
  trx: Trx,
  actor: Buyer,
  rows: ShopRow[],
  at: Date,
): Promise<ShopFacts['limits']> {
  const limitedRows = rows.filter((row) => row.one_time || row.person_max !== null)
  const purchased = await listPurchasedRewards(
    trx,
    actor.workspace_id,
    actor.user_id,
    limitedRows.map((row) => row.id),
  )
  const reached: ShopFacts['limits'] = new Map()
  for (const row of limitedRows) {
    const { id, one_time: isOneTime, person_max: max, person_period: period, open_id: openId } = row
    const own = purchased.filter((one) => one.reward_id === id && one.purchase_id !== openId)
    const since = findLimitStart(period, { timezone: actor.timezone, at })
    const count = own.filter(({ day }) => since === null || day >= since).length
    if (isOneTime && own.length) reached.set(id, 'one_time_used')
    else if (max !== null && count >= max) reached.set(id, 'person_limit')
  }
  return reached
}

/** Returns the rewards whose audience includes the actor. */
async function filterByAudience(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: Buyer,
  rows: ShopRow[],
  today: string,
): Promise<ShopRow[]> {
  const audiences = rows.flatMap(({ id, audience }) => (audience ? [{ id, audience }] : []))
  const own = await listAudiencesOf(trx, workspaceId, userId, { audiences, today })
  return rows.filter(({ id, audience }) => !audience || own.has(id))
}

/** Returns a function that returns the reason why a gift card cannot be bought now, or null. */
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
  services: ShopServices,
  trx: Trx,
  actor: Buyer,
  at: Date,
  filter: { id?: string; category?: Category | undefined } = {},
): Promise<ShopReward[]> {
  const { workspace_id: workspaceId } = actor
  const today = toLocalDay(at, actor.timezone)
  const [shopRows, balance = 0] = await Promise.all([
    listShopRows(trx, workspaceId, { ...filter, userId: actor.user_id, at, today }),
    findWalletBalance(trx, workspaceId, actor.user_id),
  ])
  // Hide gift cards while the provider is off.
  const offered = shopRows.filter((row) => row.type === 'manual' || services.giftCards !== null)
  const rows = await filterByAudience(trx, actor, offered, today)
  const [limits, parts] = await Promise.all([
    findReachedLimits(trx, actor, rows, at),
    sumContributionsByUser(
      trx,
      workspaceId,
      rows.flatMap((row) => row.open_id ?? []),
    ),
  ])
  const people = await loadPeople(
    trx,
    workspaceId,
    parts.map((part) => part.user_id),
  )
  const giftCardBlock = rows.some((row) => row.type === 'automatic')
    ? await loadGiftCardBlocks(services, trx, workspaceId, at)
    : null
  const facts = { balance, parts, people, limits, giftCardBlock }
  return rows.map((row) => presentShopReward(row, facts, workspaceId))
}
