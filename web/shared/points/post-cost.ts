import { limits } from '#contract/limits.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'

/** The usual amounts, and smaller ones for whoever has less to give. */
const amountSteps = [1, 2, 3, 5, 10, 15, 20, 25]

type Allowance = Pick<AppConfig['allowance'], 'score_remaining' | 'limit_per_post'>
/** The most that one post may give each of so many people. */
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
 * The five amounts that are offered: the largest of the usual ones that could be given to one
 * person.
 */
export function suggestedAmounts(allowance: Allowance): number[] {
  const bound = maxScorePerPerson(allowance, 1)
  return amountSteps.filter((amount) => bound < 1 || amount <= bound).slice(-5)
}

/**
 * An amount for each person: as it was typed, or (nothing typed) a chosen score, null for the usual
 * one.
 */
export type Amount = { score: number | null; typed: string }
/**
 * Why an amount cannot be given: no whole number from 1 on, more than one post may give, or more
 * than is left.
 */
export type AmountProblem = 'whole' | 'each' | 'left'

/**
 * Returns what giving an amount to each of so many people costs. The usual amount goes as far as
 * the allowance.
 */
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
  const most = Math.min(limits.score_max, allowance.limit_per_post ?? Infinity)
  const cost = given * count
  const left = allowance.score_remaining
  const problem = !(given >= 1)
    ? 'whole'
    : given > most
      ? 'each'
      : left !== null && cost > left
        ? 'left'
        : null
  return { score: given, cost, bound, problem }
}
