import { DOMParser } from '@xmldom/xmldom'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeXml } from './escape-xml.ts'
import { renderBadgePicture, wrapText } from './picture.ts'

/** Parses a picture and throws for everything that is not well-formed. */
function parse(picture: string) {
  const refuse = (message: string) => {
    throw new Error(message)
  }
  const errorHandler = { warning: refuse, error: refuse, fatalError: refuse }
  return new DOMParser({ errorHandler }).parseFromString(picture, 'image/svg+xml')
}
const render = (texts: Partial<Parameters<typeof renderBadgePicture>[0]> = {}) =>
  renderBadgePicture({
    emoji: '🤝',
    name: 'Teamwork',
    team: 'Northwind',
    thanked: 'Thanked 12 times',
    credential: 'header.payload.signature',
    ...texts,
  })
const listNames = (picture: string) =>
  Array.from(parse(picture).getElementsByTagName('*'), ({ nodeName }) => nodeName)

test('the credential is the first element of the picture, in the namespace of the standard', () => {
  const root = parse(render()).documentElement
  const [first] = Array.from(root.getElementsByTagName('*'))
  expect(first?.localName).toBe('credential')
  expect(first?.namespaceURI).toBe('https://purl.imsglobal.org/ob/v3p0')
  expect(first?.getAttribute('verify')).toBe('header.payload.signature')
})

test.each([
  '<script>alert(1)</script>',
  '</text></svg><svg onload="alert(1)">',
  `" onload="alert(1)" '`,
  ']]><!-- &lt; &#60; &unknown;',
  'a\u0000b\u0008c\uffff\ud800',
])('texts of people add no element: %j', (hostile) => {
  const picture = render({ emoji: hostile, name: hostile, team: hostile, thanked: hostile })
  expect(listNames(picture).filter((name) => name !== 'text')).toEqual(
    listNames(render()).filter((name) => name !== 'text'),
  )
  expect(picture).not.toMatch(/<script|<svg onload|<[^>]* onload=/)
})

/** Any character, and often one that parsers treat in a special way. */
const textUnit = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom('\t', '\n', '\r', '\r\n', '\u0085', '\u2028', '&', '<', '>', '"', "'", ']]>'),
)

test('every text survives escaping, except characters that XML forbids', () => {
  fc.assert(
    fc.property(fc.string({ unit: textUnit, maxLength: 30 }), (text) => {
      const escaped = escapeXml(text)
      const { documentElement: root } = parse(`<a b="${escaped}">${escaped}</a>`)
      const allowed = text
        .toWellFormed()
        .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
      expect([root.getAttribute('b'), root.textContent]).toEqual([allowed, allowed])
    }),
    { numRuns: 1_000 },
  )
})

test('long names break between words, then within them', () => {
  expect(wrapText('We are one team', 8, 3)).toEqual(['We are', 'one team'])
  expect(wrapText('Donaudampfschiff', 8, 3)).toEqual(['Donaudam', 'pfschiff'])
  expect(wrapText('one two three four', 5, 2)).toEqual(['one', 'two…'])
  expect(wrapText('👩‍🚀👩‍🚀👩‍🚀', 2, 1)).toEqual(['👩‍🚀…'])
  expect(wrapText('', 5, 2)).toEqual([])
})
