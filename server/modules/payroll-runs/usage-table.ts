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

  private add(entry: UsageEntry): UsageEntry {
    const entries = this.entries.get(entry.user_id)
    if (entries) entries.push(entry)
    else this.entries.set(entry.user_id, [entry])
    return entry
  }

  private find({ user_id, rule_id, period_start, currency }: UsageKey): UsageEntry | undefined {
    for (const entry of this.entries.get(user_id) ?? [])
      if (
        entry.rule_id === rule_id &&
        entry.period_start === period_start &&
        entry.currency === currency
      )
        return entry
    return undefined
  }

  /** Computes the next line of a person from the usage so far, and adds it to the usage. */
  assess<Amounts extends LineAmounts>(line: UsageKey, compute: (usage: Usage) => Amounts): Amounts {
    const { user_id, rule_id, period_start, currency } = line
    const entry =
      this.find(line) ?? this.add({ user_id, rule_id, period_start, currency, ...noUsage })
    const amounts = compute(entry)
    const { limited_minor: limited, taxed_minor: taxed } = addToUsage(entry, amounts)
    entry.limited_minor = limited
    entry.taxed_minor = taxed
    return amounts
  }
}
