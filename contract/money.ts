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
