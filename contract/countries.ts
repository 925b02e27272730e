const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
/** Region codes with a name that are not countries of an address: groups and dependent islands. */
const nonCountryCodes = new Set([
  'EU',
  'EZ',
  'UN',
  'QO',
  'XA',
  'XB',
  'ZZ',
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'IC',
  'TA',
])

let countryCodes: string[] | undefined
/**
 * Returns the ISO 3166 codes of all countries that the runtime can name, without historical codes
 * (aliases of successor states).
 */
export function listCountryCodes(): string[] {
  countryCodes ??= findCountryCodes()
  return countryCodes
}

/** Returns whether a text is the code of a country, in capital letters. */
export const isCountryCode = (text: string): boolean => listCountryCodes().includes(text)

function findCountryCodes(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter(
      (code) =>
        !nonCountryCodes.has(code) &&
        names.of(code) !== undefined &&
        Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`,
    )
}
