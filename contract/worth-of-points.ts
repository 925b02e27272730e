/** An amount of a currency in minor units. */
type Amount = { currency: string; minor: number }

/**
 * Returns what points are worth, rounded down to whole minor units, so that nobody is promised more
 * than there is. Points below zero are worth nothing. The product may exceed what a number holds.
 */
export const worthOfPoints = (points: number, hundredPoints: Amount): Amount => ({
  currency: hundredPoints.currency,
  minor: Number((BigInt(Math.max(points, 0)) * BigInt(hundredPoints.minor)) / 100n),
})
