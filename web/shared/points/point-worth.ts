import { limits } from '#contract/limits.ts'
import { parseCents } from '#web/lib/typed-money.ts'

/**
 * Returns whether the typed worth of 100 points is neither empty nor an amount that the API
 * accepts.
 */
export function isInvalidPointWorth(typed: string): boolean {
  const cents = parseCents(typed)
  return cents !== null && !(cents >= 1 && cents <= limits.hundred_points_cents_max)
}
