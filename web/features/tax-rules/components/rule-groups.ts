import type { TaxRule } from '#contract/schemas/tax-rules.ts'

/** The rules of a country (null: of the other countries), past ones last. */
export type RuleGroup = { country: string | null; name: string; rules: TaxRule[] }

export const isPastRule = ({ valid_to: lastDay }: Pick<TaxRule, 'valid_to'>, today: string) =>
  lastDay !== null && lastDay < today

/**
 * Returns the rules by the name of their country, the other countries after them. Countries with
 * past rules only are last.
 */
export function groupRules(
  rules: readonly TaxRule[],
  today: string,
  nameOf: (country: string | null) => string,
): RuleGroup[] {
  const rank = ({ country, rules: listed }: RuleGroup) =>
    (listed.every((rule) => isPastRule(rule, today)) ? 2 : 0) + (country === null ? 1 : 0)
  return [...Map.groupBy(rules, ({ country }) => country)]
    .map(([country, listed]) => ({
      country,
      name: nameOf(country),
      rules: listed.toSorted(
        (a, b) =>
          Number(isPastRule(a, today)) - Number(isPastRule(b, today)) ||
          b.valid_from.localeCompare(a.valid_from),
      ),
    }))
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}
