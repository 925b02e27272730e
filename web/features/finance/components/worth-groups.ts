import type { PointWorth } from '#contract/schemas/point-worths.ts'

/** The worths of a country (null: by default): the one of today, later and earlier ones. */
export type WorthGroup = {
  country: string | null
  current: PointWorth | undefined
  /** The earliest day first. */
  coming: PointWorth[]
  /** The latest day first. */
  past: PointWorth[]
}

/** Returns the worths by country, in the order of the list, which has the latest day first. */
export function groupWorths(worths: PointWorth[]): WorthGroup[] {
  return [...Map.groupBy(worths, ({ country }) => country)].map(([country, list]) => ({
    country,
    current: list.find(({ state }) => state === 'current'),
    coming: list.filter(({ state }) => state === 'coming').toReversed(),
    past: list.filter(({ state }) => state === 'past'),
  }))
}
