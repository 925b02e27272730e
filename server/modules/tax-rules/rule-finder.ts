import type { Category } from '#contract/schemas/rewards.ts'
import { findPeriodStart, findRule } from './assess-line.ts'
import type { TaxRuleRow } from './queries.ts'

/** The rule of a purchase; `periodStart` is the first day of the period of its limit. */
type FoundRule = { rule: TaxRuleRow; periodStart: string }
export type FindRule = (
  country: string | null,
  category: Category,
  day: string,
) => FoundRule | undefined

/** Returns the function that finds rules. Purchases of a country, category and day share theirs. */
export function createRuleFinder(rules: readonly TaxRuleRow[]): FindRule {
  const found = new Map<string, FoundRule | undefined>()
  return (country, category, day) => {
    const key = `${country} ${category} ${day}`
    if (!found.has(key)) {
      const rule = findRule(rules, { country, category, day })
      found.set(key, rule && { rule, periodStart: findPeriodStart(rule, day) })
    }
    return found.get(key)
  }
}
