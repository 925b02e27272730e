import type { Money } from '#contract/schemas/common.ts'

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
