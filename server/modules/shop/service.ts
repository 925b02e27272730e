import type { Category, ShopReward } from '#contract/schemas/rewards.ts'
import { computeGiftCardCost } from '#contract/gift-card-prices.ts'
import { currencyOfCountry } from '#contract/currency.ts'
import { findWalletBalance } from '#server/ledger/balances.ts'
import { computeLimitCents, findSpentToday } from '#server/modules/giftcards/daily-limit.ts'
import { loadEligibility } from '#server/modules/giftcards/eligibility.ts'
import type { RewardRow } from '#server/modules/purchases/present.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Buyer } from '#server/modules/purchases/buyer.ts'
import { presentShopReward } from './present.ts'
import {
  listPurchasedRewards,
  listShopRows,
  type ShopRow,
  sumContributionsByUser,
} from './queries.ts'

export type ShopServices = Pick<Services, 'config' | 'giftCards'>

/**
 * Returns the one-time rewards that the actor has already redeemed. Contributions to the open
 * purchase do not count.
 */
async function findUsedOneTimeRewards(
  trx: Trx,
  actor: Buyer,
  rows: ShopRow[],
): Promise<Set<string>> {
  const oneTimeRows = rows.filter((row) => row.one_time)
  const openIds = new Set(oneTimeRows.map((row) => row.open_id))
  const purchased = await listPurchasedRewards(
    trx,
    actor.workspace_id,
    actor.user_id,
    oneTimeRows.map((row) => row.id),
  )
  return new Set(
    purchased.filter((row) => !openIds.has(row.purchase_id)).map((row) => row.reward_id),
  )
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
  const [shopRows, balance = 0] = await Promise.all([
    listShopRows(trx, workspaceId, { ...filter, today: toLocalDay(at, actor.timezone) }),
    findWalletBalance(trx, workspaceId, actor.user_id),
  ])
  // Hide gift cards while the provider is off.
  const rows = shopRows.filter((row) => row.type === 'manual' || services.giftCards !== null)
  const [usedIds, parts] = await Promise.all([
    findUsedOneTimeRewards(trx, actor, rows),
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
  const facts = { balance, parts, people, usedIds, giftCardBlock }
  return rows.map((row) => presentShopReward(row, facts, workspaceId))
}
