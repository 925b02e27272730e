import { formatFactorParts, parseFactorParts, partsOfOne } from '#contract/price-factor.ts'
import { currentLanguageTag } from '#web/lib/i18n.ts'

/**
 * Returns a typed percentage with up to two decimals as the share of the API: '22,5' is '0.225'.
 * Null for an empty text, undefined for another one, and for a rate outside of 0 to 100 percent.
 */
export function readTypedRate(typed: string): string | null | undefined {
  const text = typed.replaceAll(/[\s%]/g, '').replace(',', '.')
  if (text === '') return null
  const hundredths = /^\d{1,2}(\.\d{1,2})?$/.test(text) ? (parseFactorParts(text) ?? 0) / 100 : 0
  return hundredths > 0 && hundredths < partsOfOne ? formatFactorParts(hundredths) : undefined
}

const formatShare = (share: string, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(currentLanguageTag(), {
    style: 'percent',
    maximumFractionDigits: 2,
    ...options,
  }).format(share as `${number}`)

/** Returns a share in the reader's language: '0.225' is '22.5%'. */
export const formatRate = (rate: string): string => formatShare(rate, {})

/** Returns a share as the text of a field: '0.225' is '22.5'. */
export const formatTypedRate = (rate: string | null): string =>
  rate === null ? '' : formatRate(rate).replaceAll(/[\s%]/g, '')
