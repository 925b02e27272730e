import { isFactorInRange, formatFactorParts, parseFactorParts } from '#contract/price-factor.ts'
import { currentLanguageTag } from '#web/lib/i18n.ts'

/** Returns a typed factor in the form of the API, undefined for another text or out of range. */
export function readTypedFactor(typed: string): string | undefined {
  const parts = parseFactorParts(typed.trim().replace(',', '.'))
  return parts !== undefined && isFactorInRange(parts) ? formatFactorParts(parts) : undefined
}

/** Returns a factor in the reader's language. Intl formats the text itself, so nothing is rounded. */
export const formatFactor = (factor: string): string =>
  new Intl.NumberFormat(currentLanguageTag(), { maximumFractionDigits: 4 }).format(
    factor as `${number}`,
  )

/** Returns what a price of 100 points becomes. */
export const priceOfHundred = (factor: string): number =>
  Math.ceil((parseFactorParts(factor) ?? 0) / 100)
