const digitsByCurrency = new Map<string, number>()
/**
 * Returns the number of digits after the decimal point: 2 for dollars, 0 for yen. Amounts are whole
 * numbers of the smallest unit.
 */
export function minorDigits(currency: string): number {
  const known =
    digitsByCurrency.get(currency) ??
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits ??
    2
  digitsByCurrency.set(currency, known)
  return known
}
export const toMajorUnits = (cents: number, currency: string): number =>
  cents / 10 ** minorDigits(currency)

/** Returns an amount with all decimals of its currency: 1050 of USD is '10.50', of JPY '1050'. */
export function formatMajorUnits(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const split = text.length - digits
  const sign = minor < 0 ? '-' : ''
  return `${sign}${digits ? `${text.slice(0, split)}.${text.slice(split)}` : text}`
}
