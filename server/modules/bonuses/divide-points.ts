import type { BonusMethod } from '#contract/schemas/bonuses.ts'

export type BonusRule = { method: BonusMethod; points: number; person_max: number | null }

/** Compares two numbers for `sort`, whose difference may be too large for a number. */
const compare = (a: bigint, b: bigint): number => Number(a > b) - Number(a < b)

/**
 * Divides `total` whole points in proportion to `weights` by the largest remainder method, at most
 * `max` for each. Ties go to the earlier weight. Points above a maximum are divided among the others.
 * The shares sum to the total, unless all who have a weight reach the maximum.
 */
function divideTotal(total: number, weights: readonly number[], max: number): number[] {
  const shares = weights.map(() => 0)
  const cap = BigInt(max)
  const weighted = weights
    .map((weight, index) => ({ index, weight: BigInt(weight) }))
    .filter(({ weight }) => weight > 0n)
  let left = BigInt(total)
  let sum = weighted.reduce((all, { weight }) => all + weight, 0n)
  // A maximum raises the shares of the others, so the largest weights reach it first.
  const open = weighted.some(({ weight }) => left * weight >= cap * sum)
    ? weighted.toSorted((a, b) => compare(b.weight, a.weight))
    : weighted
  let capped = 0
  for (const { index, weight } of open) {
    if (left * weight < cap * sum) break
    shares[index] = max
    left -= cap
    sum -= weight
    capped += 1
  }
  const parts = open.slice(capped).map(({ index, weight }) => ({
    index,
    whole: (left * weight) / sum,
    rest: (left * weight) % sum,
  }))
  const missing = Number(left - parts.reduce((all, { whole }) => all + whole, 0n))
  for (const { index, whole } of parts) shares[index] = Number(whole)
  const byRest = parts.toSorted((a, b) => compare(b.rest, a.rest) || a.index - b.index)
  for (const { index } of byRest.slice(0, missing)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

/**
 * Returns the points of each person of a bonus, in the order of `received`: the points that each has
 * received from colleagues in its period.
 */
export function divideBonus(
  { method, points, person_max: personMax }: BonusRule,
  received: readonly number[],
): number[] {
  const max = personMax ?? Number.MAX_SAFE_INTEGER
  if (method === 'fixed') return received.map(() => Math.min(points, max))
  const weights = method === 'share' ? received : received.map(() => 1)
  return divideTotal(points, weights, Math.min(max, points))
}
