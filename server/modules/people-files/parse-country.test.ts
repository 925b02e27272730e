import { expect, test } from 'vitest'
import { parseCountry } from './parse-country.ts'

test.each([
  ['DE', 'DE'],
  ['de', 'DE'],
  ['Germany', 'DE'],
  ['Alemania', 'DE'],
  ['Германия', 'DE'],
  ['Україна', 'UA'],
  ['México', 'MX'],
  ['mexico', 'MX'],
  ['U.S.A.', 'US'],
  ['United States', 'US'],
  ['UK', 'GB'],
  ['EE.UU.', 'US'],
  ['Turkey', 'TR'],
  ['Hong Kong', 'HK'],
  ['Bosnia and Herzegovina', 'BA'],
  ['The Netherlands', 'NL'],
  ['Korea, Republic of', 'KR'],
  ['Россия', 'RU'],
  ['РФ', 'RU'],
])('reads %s as %s', (text, code) => {
  expect(parseCountry(text)).toBe(code)
})

test.each(['XX', 'Atlantis', '1', ''])('does not read %s', (text) => {
  expect(parseCountry(text)).toBeUndefined()
})
