import { limits } from '#contract/limits.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'

/** Amounts to suggest; the small amounts are for low allowances. */
const amountSteps = [1, 2, 3, 5, 10, 15, 20, 25]

export type Allowance = Pick<AppConfig['allowance'], 'score_remaining' | 'limit_per_post'>
/** Returns the highest score per person that the allowance permits for this number of people. */
const maxScorePerPerson = (
  { score_remaining: scoreRemaining, limit_per_post: limitPerPost }: Allowance,
  people: number,
) =>
  Math.min(
    limits.score_max,
    limitPerPost ?? Infinity,
    scoreRemaining === null ? Infinity : Math.floor(scoreRemaining / people),
  )

/**
 * Returns up to five suggestions: the largest amounts that the allowance permits for a single
 * person.
 */
export function suggestedAmounts(allowance: Allowance): number[] {
  const bound = maxScorePerPerson(allowance, 1)
  return amountSteps.filter((amount) => bound < 1 || amount <= bound).slice(-5)
}

/**
 * The score per person: typed text, or a chosen score if nothing is typed; null means the default.
 */
export type Amount = { score: number | null; typed: string }
/**
 * Why a score is invalid: not a whole number from 1 on, above the limit per post, or above the
 * remaining allowance.
 */
export type AmountProblem = 'whole' | 'each' | 'left'

function findProblem(score: number, cost: number, allowance: Allowance): AmountProblem | null {
  if (!(score >= 1)) return 'whole'
  if (score > Math.min(limits.score_max, allowance.limit_per_post ?? Infinity)) return 'each'
  const left = allowance.score_remaining
  return left !== null && cost > left ? 'left' : null
}

/** Returns the cost of a post. The default score is capped by the allowance. */
export function calculatePostCost(
  { score, typed, usual, people }: Amount & { usual: number; people: number },
  allowance: Allowance,
): { score: number; cost: number; bound: number; problem: AmountProblem | null } {
  const count = Math.max(people, 1)
  const bound = maxScorePerPerson(allowance, count)
  const given =
    parseWholeNumber(typed) ??
    score ??
    Math.max(Math.min(usual, maxScorePerPerson(allowance, 1)), 1)
  const cost = given * count
  return { score: given, cost, bound, problem: findProblem(given, cost, allowance) }
}
