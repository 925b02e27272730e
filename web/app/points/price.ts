import { limits } from '#contract/limits.ts'
import type { Config } from '#contract/workspaces.ts'

/** The usual amounts, and smaller ones for whoever has less to give. */
const ladder = [1, 2, 3, 5, 10, 15, 20, 25]

type Allowance = Pick<Config['allowance'], 'score_remaining' | 'limit_per_post'>
/** The most that one post may give each of so many people. */
const boundOf = ({ score_remaining, limit_per_post }: Allowance, people: number) =>
  Math.min(limits.score_max, limit_per_post ?? Infinity, score_remaining === null ? Infinity : Math.floor(score_remaining / people))

/** The five amounts that are offered: the largest of the usual ones that could be given to one person. */
export function amountsFor(allowance: Allowance): number[] {
  const bound = boundOf(allowance, 1)
  return ladder.filter((amount) => bound < 1 || amount <= bound).slice(-5)
}

/**
 * What giving so much to each of so many people costs; `score` null: the usual amount, as far as it goes. `tooMuch` says why
 * it cannot be given so: more than is left, or than one post may give.
 */
export function priceOf({ score, usual, people }: { score: number | null; usual: number; people: number }, allowance: Allowance): { score: number; cost: number; bound: number; tooMuch: 'left' | 'each' | null } {
  const count = Math.max(people, 1)
  const bound = boundOf(allowance, count)
  const given = score ?? Math.max(Math.min(usual, boundOf(allowance, 1)), 1)
  const most = Math.min(limits.score_max, allowance.limit_per_post ?? Infinity)
  const cost = given * count
  const tooMuch = given > most ? 'each' : allowance.score_remaining !== null && cost > allowance.score_remaining ? 'left' : null
  return { score: given, cost, bound, tooMuch }
}
