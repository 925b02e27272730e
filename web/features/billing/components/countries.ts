import { listCountriesByCode } from '#web/lib/format.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
/**
 * Codes that have a name but are no country of an address: groups, and islands that belong to
 * others.
 */
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
 * All countries the browser knows, by their names in the language with this tag; those that are
 * history stand for their heirs, and are left out.
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
