import { currentLanguageTag } from '#web/lib/i18n.ts'

/** Returns a function that names a country in the reader's language. */
export function useCountryName(): (code: string) => string {
  const names = new Intl.DisplayNames(currentLanguageTag(), { type: 'region' })
  return (code) => names.of(code) ?? code
}
