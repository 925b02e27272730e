import { minorDigits, toMajorUnits } from '#contract/money.ts'
import { currentLanguageTag } from './i18n.ts'

/**
 * Returns the minor units of a typed amount with at most the decimals of its currency ('5', '5.50',
 * '1 200,5'), null for an empty field, and NaN for anything else. A point and a comma are both
 * decimal separators.
 */
export function parseMoney(text: string, currency: string): number | null {
  const typed = text.replaceAll(/\s/g, '')
  if (typed === '') return null
  const digits = minorDigits(currency)
  const found = /^(\d{1,12})(?:[.,](\d+))?$/.exec(typed)
  const [, whole = '', decimals = ''] = found ?? []
  if (!found || decimals.length > digits) return Number.NaN
  return Number(whole + decimals.padEnd(digits, '0'))
}

/** Formats minor units for an input in the reader's language: 550 of USD is '5.50' or '5,50'. */
export function formatTypedMoney(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  return new Intl.NumberFormat(currentLanguageTag(), {
    useGrouping: false,
    minimumFractionDigits: minor % 10 ** digits ? digits : 0,
    maximumFractionDigits: digits,
  }).format(toMajorUnits(minor, currency))
}
