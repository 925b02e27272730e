import { expect, test } from 'vitest'
import { splitLinks } from './split-links.ts'

const linksIn = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? [])

test.each([
  ['no link here', []],
  ['see https://laurel.example/a?b=1#c, it is fine.', ['https://laurel.example/a?b=1#c']],
  ['(http://laurel.example)', ['http://laurel.example']],
  ['https://en.wikipedia.org/wiki/Thanks_(word).', ['https://en.wikipedia.org/wiki/Thanks_(word)']],
  ['one https://a.example two https://b.example', ['https://a.example', 'https://b.example']],
  ['javascript:alert(1) data:text/html,x ftp://a.example', []],
  ['https://', []],
])('finds the links of %j', (text, links) => {
  expect(linksIn(text)).toEqual(links)
})

test('keeps the whole text', () => {
  for (const text of [
    '',
    'a',
    'see https://a.example!',
    'https://a.example and (https://b.example)',
  ])
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
})
