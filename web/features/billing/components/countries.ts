import { listCountriesByCode } from '#web/lib/format.ts'

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

/**
 * Returns all countries of the browser, named in the language of this tag, without historical codes
 * (aliases of successor states).
 */
export function listCountries(tag: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(tag, { type: 'region', fallback: 'none' })
  const known = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter(
      (code) =>
        !nonCountryCodes.has(code) &&
        names.of(code) !== undefined &&
        Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`,
    )
  return listCountriesByCode(known)
}
