import {
  addToUsage,
  type LineAmounts,
  noUsage,
  type Usage,
} from '#server/modules/tax-rules/assess-line.ts'

type UsageKey = {
  user_id: string
  rule_id: string | null
  period_start: string | null
  currency: string | null
}
type UsageEntry = UsageKey & Usage

/** Uses of limits by person, rule, period and currency, which change from line to line. */
export class UsageTable {
  /** The uses of each person. They are few, so they are searched in order. */
  private readonly entries = new Map<string, UsageEntry[]>()

  /** `entries`: the uses so far. They are kept up to date. */
  constructor(entries: readonly UsageEntry[]) {
    for (const entry of entries) this.add(entry)
  }

  private add(entry: UsageEntry): void {
    const entries = this.entries.get(entry.user_id)
    if (entries) entries.push(entry)
    else this.entries.set(entry.user_id, [entry])
  }

  /** Computes the next line of a person from the usage so far, and adds it to the usage. */
  assess<Amounts extends LineAmounts>(
    { user_id, rule_id, period_start, currency }: UsageKey,
    compute: (usage: Usage) => Amounts,
  ): Amounts {
    const entry = this.entries
      .get(user_id)
      ?.find(
        (one) =>
          one.rule_id === rule_id && one.period_start === period_start && one.currency === currency,
      )
    const amounts = compute(entry ?? noUsage)
    const usage = addToUsage(entry ?? noUsage, amounts)
    if (entry) Object.assign(entry, usage)
    else this.add({ user_id, rule_id, period_start, currency, ...usage })
    return amounts
  }
}
