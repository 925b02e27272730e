import type { Money } from '#contract/schemas/common.ts'

/**
 * Returns what points are worth in whole minor units, rounded down as on the server, so that no
 * screen shows more than another one.
 */
export const worthOfPoints = (points: number, { minor }: Money): number =>
  Math.floor((Math.max(points, 0) * minor) / 100)
