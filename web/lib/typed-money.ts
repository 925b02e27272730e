import { currentLanguageTag } from './i18n.ts'

/**
 * Returns the cents of a typed amount with at most two decimals ('5', '5.50', '1 200,5'), null for
 * an empty field, and NaN for anything else. A point and a comma are both decimal separators.
 */
export function parseCents(text: string): number | null {
  const typed = text.replaceAll(/\s/g, '')
  if (typed === '') return null
  const found = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(typed)
  if (!found) return Number.NaN
  const [, whole = '', decimals = ''] = found
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}

/** Formats cents for an input in the reader's language: 500 is '5', 550 is '5.50' or '5,50'. */
export function formatTypedMoney(cents: number): string {
  return new Intl.NumberFormat(currentLanguageTag(), {
    useGrouping: false,
    minimumFractionDigits: cents % 100 ? 2 : 0,
    maximumFractionDigits: 2,
  }).format(cents / 100)
}
