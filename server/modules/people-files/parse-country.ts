import { isCountryCode, listCountryCodes } from '#contract/countries.ts'
import { foldText } from './fold-text.ts'

const languages = ['en', 'es', 'pt', 'ru', 'uk']
/** Common names, and official ones of ISO 3166, that Intl does not know. */
const otherNames: Record<string, readonly string[]> = {
  AE: ['UAE'],
  BN: ['Brunei Darussalam'],
  BO: ['Bolivia (Plurinational State of)'],
  BY: ['Белоруссия'],
  CI: ['Ivory Coast'],
  CZ: ['Czech Republic'],
  GB: ['Great Britain', 'England', 'Scotland', 'Wales', 'Inglaterra', 'Англия', 'U.K.'],
  HK: ['Гонконг'],
  IE: ['Republic of Ireland'],
  IR: ['Iran (Islamic Republic of)'],
  KG: ['Кыргызстан'],
  KR: ['Republic of Korea', 'Korea, Republic of', 'Южная Корея', 'Південна Корея'],
  MD: ['Moldova, Republic of', 'Молдавия'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  MO: ['Macau'],
  NL: ['Holland', 'Holanda', 'Голландия'],
  RU: ['Russian Federation', 'Российская Федерация', 'РФ'],
  SY: ['Syrian Arab Republic'],
  SZ: ['Swaziland'],
  TR: ['Turkey'],
  TZ: ['Tanzania, United Republic of'],
  US: ['USA', 'U.S.A.', 'U.S.', 'United States of America', 'EEUU', 'EE.UU.', 'США'],
  VE: ['Venezuela (Bolivarian Republic of)'],
  VN: ['Viet Nam'],
}

/** Returns a name to compare: "The Netherlands", and "Bosnia and Herzegovina" as Intl writes it. */
const foldName = (name: string) => foldText(name).replaceAll(/(?<=^| )(?:the|and) /g, '')

let codesByName: Map<string, string> | undefined
/** Returns the codes of all countries by their names in our five languages. */
function loadCodesByName(): Map<string, string> {
  const codes = new Map<string, string>()
  const all = listCountryCodes()
  // The short name of "Hong Kong SAR China" is the usual one.
  for (const style of ['short', 'long'] as const)
    for (const language of languages) {
      const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none', style })
      for (const code of all) codes.set(foldName(names.of(code) ?? code), code)
    }
  for (const [code, names] of Object.entries(otherNames))
    for (const name of names) codes.set(foldName(name), code)
  return codes
}

/** Returns the ISO 3166 code of a country by its code or its name, or undefined. */
export function parseCountry(text: string): string | undefined {
  codesByName ??= loadCodesByName()
  const code = text.toUpperCase()
  if (isCountryCode(code)) return code
  return codesByName.get(foldName(text))
}
