import type { ShopReward } from '#contract/schemas/rewards.ts'
import type { Person } from '#contract/schemas/users.ts'
import { presentReward, type RewardRow } from '#server/modules/purchases/present.ts'
import { requirePerson } from '#server/modules/people/load-people.ts'
import type { ContributionSum, ShopRow } from './queries.ts'

/** Facts about the actor and about the open purchases of the rewards. */
export type ShopFacts = {
  balance: number
  /** Contributions to open purchases. */
  parts: ContributionSum[]
  people: Map<string, Person>
  /** Rewards that the actor has redeemed as often as they may. */
  limits: Map<string, 'one_time_used' | 'person_limit'>
  giftCardBlock: ((row: RewardRow) => ShopReward['blocked']) | null
}

/** Returns a reward of the shop with the reason it is blocked for the actor, if any. */
export function presentShopReward(
  {
    open_id: openId,
    open_deadline: openDeadline,
    own_price: ownPrice,
    price_until: priceUntil,
    ...row
  }: ShopRow,
  { balance, parts, people, limits, giftCardBlock }: ShopFacts,
  workspaceId: string,
): ShopReward {
  const contributions = parts.filter((part) => part.purchase_id === openId)
  const contributed = contributions.reduce((sum, part) => sum + part.amount, 0)
  const isTeam = row.reward_type === 'team'
  // An open team purchase keeps its initial price and deadline.
  const price = row.filling_price ?? ownPrice
  const missingPoints = isTeam ? price - contributed : Math.max(price - balance, 0)
  const isTooExpensive = isTeam ? balance < 1 : missingPoints > 0
  return {
    ...presentReward(
      { ...row, price, deadline: openId === null ? row.deadline : openDeadline },
      workspaceId,
    ),
    price_until: priceUntil?.toISOString() ?? null,
    purchase_id: openId,
    missing_points: missingPoints,
    contributed,
    contributors: contributions.map((part) => requirePerson(people, part.user_id)),
    blocked:
      limits.get(row.id) ??
      ((row.type === 'automatic' && giftCardBlock?.(row)) ||
        (isTooExpensive ? 'not_enough_points' : null)),
  }
}
