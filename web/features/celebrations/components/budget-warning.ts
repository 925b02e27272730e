import type { Budget } from '#contract/schemas/budgets.ts'
import type { Celebration } from '#contract/schemas/celebrations.ts'

export type BudgetWarning = { kind: 'closed' } | { kind: 'low'; left: number; needed: number }

/**
 * Returns why the budget of a kind cannot pay for the next 30 days. The enabled kinds with the same
 * budget need its points together.
 */
export function findBudgetWarning(
  rule: Celebration,
  rules: readonly Celebration[],
  budgets: readonly Budget[],
): BudgetWarning | undefined {
  const budget = budgets.find(({ id }) => id === rule.budget?.id)
  if (!rule.enabled || !budget) return undefined
  if (budget.closed_at !== null) return { kind: 'closed' }
  const needed = rules
    .filter((one) => one.enabled && one.budget?.id === budget.id)
    .reduce((sum, { coming }) => sum + coming.points, 0)
  return rule.coming.points > 0 && budget.left < needed
    ? { kind: 'low', left: budget.left, needed }
    : undefined
}
