import { isCountryCode, listCountryCodes } from '#contract/countries.ts'
import { foldText } from './fold-text.ts'

const languages = ['en', 'es', 'pt', 'ru', 'uk']
/** Common names that Intl does not know. */
const otherNames: Record<string, string> = {
  usa: 'US',
  'u s a': 'US',
  'united states of america': 'US',
  eeuu: 'US',
  сша: 'US',
  uk: 'GB',
  'u k': 'GB',
  'great britain': 'GB',
  england: 'GB',
  uae: 'AE',
  'czech republic': 'CZ',
  holland: 'NL',
}

let codesByName: Map<string, string> | undefined
/** Returns the codes of all countries by their names in our five languages. */
function loadCodesByName(): Map<string, string> {
  const codes = new Map<string, string>()
  const all = listCountryCodes()
  for (const language of languages) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const code of all) codes.set(foldText(names.of(code) ?? code), code)
  }
  for (const [name, code] of Object.entries(otherNames)) codes.set(foldText(name), code)
  return codes
}

/** Returns the ISO 3166 code of a country by its code or its name, or undefined. */
export function parseCountry(text: string): string | undefined {
  codesByName ??= loadCodesByName()
  const code = text.toUpperCase()
  if (isCountryCode(code)) return code
  return codesByName.get(foldText(text))
}
