import { listCountryCodes } from '#contract/countries.ts'
import { listCountriesByCode } from '#web/lib/format.ts'
import { currentLanguageTag } from '#web/lib/i18n.ts'

type Countries = readonly { value: string; label: string }[]
const countriesByLanguage = new Map<string, Countries>()

/**
 * Returns all countries of the browser, named and sorted in the reader's language: once for each
 * language, because forms ask for them at every change.
 */
export function listCountries(): Countries {
  const language = currentLanguageTag()
  const known = countriesByLanguage.get(language)
  if (known) return known
  const countries = listCountriesByCode(listCountryCodes())
  countriesByLanguage.set(language, countries)
  return countries
}
