import { listCountryCodes } from '#contract/countries.ts'
import { listCountriesByCode } from '#web/lib/format.ts'

/** Returns all countries of the browser, named and sorted in the reader's language. */
export const listCountries = (): { value: string; label: string }[] =>
  listCountriesByCode(listCountryCodes())
