import { limits } from '#contract/limits.ts'
import type { Money } from '#contract/schemas/common.ts'
import { formatTypedMoney, parseMoney } from '#web/lib/typed-money.ts'

/** The worth of 100 points as typed. */
export type TypedWorth = { amount: string; currency: string }

export const toTypedWorth = (hundredPoints: Money | null): TypedWorth =>
  hundredPoints
    ? {
        amount: formatTypedMoney(hundredPoints.minor, hundredPoints.currency),
        currency: hundredPoints.currency,
      }
    : { amount: '', currency: 'USD' }

/** Returns the typed worth, null for an empty amount, and undefined for one that the API refuses. */
export function readTypedWorth({ amount, currency }: TypedWorth): Money | null | undefined {
  const minor = parseMoney(amount, currency)
  if (minor === null) return null
  return minor >= 1 && minor <= limits.hundred_points_minor_max ? { currency, minor } : undefined
}
