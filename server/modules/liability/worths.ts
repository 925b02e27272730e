import type { Money } from '#contract/schemas/common.ts'
import { worthOfPoints } from '#server/modules/point-worths/worth-of-points.ts'

/** What 100 points are worth from a day on; country null: by default. */
export type WorthRow = {
  country: string | null
  valid_from: string
  currency: string
  hundred_points_minor: number
}
/** Finds the worth of 100 points in a country on a day, as `selectWorth` does. */
export type FindWorth = (country: string | null, day: string) => Money | null

/** Returns the function that finds worths in the rows of a team. */
export function createWorthFinder(rows: readonly WorthRow[]): FindWorth {
  const newestFirst = rows.toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1))
  const byCountry = Map.groupBy(newestFirst, (row) => row.country)
  const findIn = (country: string | null, day: string) =>
    byCountry.get(country)?.find((row) => row.valid_from <= day)
  return (country, day) => {
    const row = findIn(country, day) ?? findIn(null, day)
    return row ? { currency: row.currency, minor: row.hundred_points_minor } : null
  }
}

/** Sums of money by currency. */
export class MoneySums {
  readonly #sums = new Map<string, number>()

  add({ currency, minor }: Money): void {
    this.#sums.set(currency, (this.#sums.get(currency) ?? 0) + minor)
  }
  /** Adds what points are worth now, and subtracts what others were worth. */
  addDifference(
    now: { points: number; worth: Money | null },
    before: { points: number; worth: Money | null },
  ): void {
    if (now.worth) this.add(worthOfPoints(now.points, now.worth))
    if (before.worth) {
      const { currency, minor } = worthOfPoints(before.points, before.worth)
      this.add({ currency, minor: -minor })
    }
  }
  /** Returns the sums other than zero, by currency. */
  list(): Money[] {
    return [...this.#sums]
      .filter(([, minor]) => minor !== 0)
      .map(([currency, minor]) => ({ currency, minor }))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1))
  }
}
