import { limits } from './limits.ts'

/** What the cost of a plan depends on. */
type PlanNumbers = {
  people: number
  allowance: number
  period: keyof typeof periodsOfYear
  use_percent: number
  celebration_points: number
  award_points: number
  bonus_points: number
  gift_card_percent: number
  hundred_points_minor: number
}
/** Periods of a year, so that a plan has whole points. */
const periodsOfYear = { day: 365n, week: 52n, month: 12n, quarter: 4n } as const
/** The fee of a gift card in 1/10,000 of its value. */
const feeShare = BigInt(Math.round(limits.fee_share * 10_000))

/** Points of a year, and what they cost in minor units: the points, and the fee of gift cards. */
export type PlanCost = { points: bigint; worth: bigint; fee: bigint; total: bigint }

function computeCost(plan: PlanNumbers, givenPoints: bigint): PlanCost {
  const points =
    givenPoints +
    BigInt(plan.celebration_points) +
    BigInt(plan.award_points) +
    BigInt(plan.bonus_points)
  const worth = (points * BigInt(plan.hundred_points_minor)) / 100n
  const fee = (worth * BigInt(plan.gift_card_percent) * feeShare) / 1_000_000n
  return { points, worth, fee, total: worth + fee }
}

/**
 * Returns the cost of a year if everyone gives all they may (`most`), and at the use of the plan
 * (`expected`). Parts of a point and of a minor unit are dropped. The amounts of the largest plan
 * exceed the whole numbers that a number holds.
 */
export function computePlanCost(plan: PlanNumbers): {
  most: PlanCost
  expected: PlanCost
} {
  const most = BigInt(plan.people) * BigInt(plan.allowance) * periodsOfYear[plan.period]
  return {
    most: computeCost(plan, most),
    expected: computeCost(plan, (most * BigInt(plan.use_percent)) / 100n),
  }
}
