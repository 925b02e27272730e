import type { Insertable } from 'kysely'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import type { BudgetUse, LastDay } from './budget-use.ts'
import type { BudgetYear } from './budget-year.ts'
import type { BudgetRow } from './queries.ts'

type CountedColumn = 'counted_year' | 'counted_to' | 'used_minor' | 'redeemed_minor' | 'other_sums'
type CountedColumns = Pick<Insertable<Tables['yearly_budgets']>, CountedColumn>

/**
 * Returns the columns that keep the use up to a stored day, so that the page need not sum a year.
 * They are null when no money is counted: the first worth of a team may begin on a past day.
 */
export function toCountedColumns(
  { starts_on: year }: BudgetYear,
  use: BudgetUse,
  { isStored }: LastDay,
): CountedColumns {
  const isKept = isStored && use.counted_to !== null && (use.used_minor !== 0 || use.others.length)
  return {
    counted_year: isKept ? year : null,
    counted_to: isKept ? use.counted_to : null,
    used_minor: isKept ? use.used_minor : null,
    redeemed_minor: isKept ? use.redeemed_minor : null,
    other_sums: isKept ? JSON.stringify(use.others) : null,
  }
}

/** Returns the kept use of a year, unless a later day is stored now. */
export function findCountedUse(
  { counted_year: year, counted_to: countedTo, ...kept }: BudgetRow,
  { starts_on: startsOn }: BudgetYear,
  { day, isStored }: LastDay,
): BudgetUse | undefined {
  if (!isStored || year !== startsOn || countedTo !== day) return undefined
  if (kept.used_minor === null || kept.redeemed_minor === null) return undefined
  return {
    counted_to: countedTo,
    used_minor: kept.used_minor,
    redeemed_minor: kept.redeemed_minor,
    others: kept.other_sums ?? [],
  }
}
