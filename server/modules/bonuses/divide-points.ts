import type { BonusMethod } from '#contract/schemas/bonuses.ts'

export type BonusRule = { method: BonusMethod; points: number; person_max: number | null }

type Division = { whole: number; rest: number | bigint }

/** Compares the rests of two divisions for `sort`, whose difference may be too large for a number. */
const compareRests = ({ rest: a }: Division, { rest: b }: Division): number =>
  Number(a > b) - Number(a < b)

/**
 * Returns the whole part and the rest of `total * weight / sum`. BigInt takes twice as long, so
 * it computes only what a number cannot hold.
 */
function divideProduct(total: number, weight: number, sum: bigint): Division {
  const product = total * weight
  const divisor = Number(sum)
  if (product <= Number.MAX_SAFE_INTEGER && divisor <= Number.MAX_SAFE_INTEGER) {
    const rest = product % divisor
    return { whole: (product - rest) / divisor, rest }
  }
  const exact = BigInt(total) * BigInt(weight)
  return { whole: Number(exact / sum), rest: exact % sum }
}

/**
 * Divides `total` whole points in proportion to `weights` by the largest remainder method, at most
 * `max` for each. Ties go to the earlier weight. Points above a maximum are divided among the others.
 * The shares sum to the total, unless all who have a weight reach the maximum.
 */
function divideTotal(total: number, weights: readonly number[], max: number): number[] {
  const shares = weights.map(() => 0)
  const weighted = weights
    .map((weight, index) => ({ index, weight }))
    .filter(({ weight }) => weight > 0)
  let left = total
  let sum = weighted.reduce((all, { weight }) => all + BigInt(weight), 0n)
  const reachesMax = ({ weight }: { weight: number }) =>
    divideProduct(left, weight, sum).whole >= max
  // A maximum raises the shares of the others, so the largest weights reach it first.
  const open = weighted.some(reachesMax)
    ? weighted.toSorted((a, b) => b.weight - a.weight)
    : weighted
  let capped = 0
  for (const one of open) {
    if (!reachesMax(one)) break
    shares[one.index] = max
    left -= max
    sum -= BigInt(one.weight)
    capped += 1
  }
  const parts = open
    .slice(capped)
    .map(({ index, weight }) => ({ index, ...divideProduct(left, weight, sum) }))
  const missing = left - parts.reduce((all, { whole }) => all + whole, 0)
  for (const { index, whole } of parts) shares[index] = whole
  const byRest = parts.toSorted((a, b) => compareRests(b, a) || a.index - b.index)
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
