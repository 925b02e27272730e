/** The bounds of a factor in ten-thousandths: 0.01 and 100. */
const partsMin = 100
const partsMax = 1_000_000
export const partsOfOne = 10_000

/**
 * Returns a factor with up to four decimals in ten-thousandths: '0.85' is 8500. Undefined for other
 * texts. No floating-point number is involved.
 */
export function parseFactorParts(text: string): number | undefined {
  const match = /^(\d{1,4})(?:\.(\d{1,4}))?$/.exec(text)
  if (!match) return undefined
  const [, whole = '', decimals = ''] = match
  return Number(whole + decimals.padEnd(4, '0'))
}

export const isFactorInRange = (parts: number): boolean => parts >= partsMin && parts <= partsMax

/** Returns a factor as text without trailing zeros: 8500 is '0.85'. */
export function formatFactorParts(parts: number): string {
  const digits = String(parts).padStart(5, '0')
  const decimals = digits.slice(-4).replace(/0+$/, '')
  return decimals ? `${digits.slice(0, -4)}.${decimals}` : digits.slice(0, -4)
}
