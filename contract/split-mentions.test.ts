import { expect, test } from 'vitest'
import type { Person } from '#contract/schemas/users.ts'
import { makePerson } from '#tests/support/web-data.ts'
import { listMentioned, splitMentions } from './split-mentions.ts'

const [dan, other] = [makePerson({ first_name: 'Dan' }), makePerson({ first_name: 'Dan' })]
const shown = (text: string, mentions: Parameters<typeof splitMentions<Person>>[1]) =>
  splitMentions(text, mentions).map((part) =>
    part.person ? [part.text, part.person.id] : part.text,
  )

test('a text is split at the names of its mentions', () =>
  expect(shown('Ask @Dan Reed, please', [{ name: 'Dan Reed', person: dan }])).toEqual([
    'Ask ',
    ['@Dan Reed', dan.id],
    ', please',
  ]))

test('the longer of two matching names is used', () =>
  expect(
    shown('@Dan Reed Jr. @Dan Reeds @Dan Reed', [
      { name: 'Dan Reed', person: dan },
      { name: 'Dan Reed Jr.', person: other },
    ]),
  ).toEqual([['@Dan Reed Jr.', other.id], ' @Dan Reeds ', ['@Dan Reed', dan.id]]))

test('people with the same name are matched in their order', () =>
  expect(
    shown('@Dan @Dan @Dan', [
      { name: 'Dan', person: dan },
      { name: 'Dan', person: other },
    ]),
  ).toEqual([['@Dan', dan.id], ' ', ['@Dan', other.id], ' ', ['@Dan', other.id]]))

test('names with characters of a regular expression are plain text', () =>
  expect(shown('Hi @A.*(B)', [{ name: 'A.*(B)', person: dan }])).toEqual([
    'Hi ',
    ['@A.*(B)', dan.id],
  ]))

test('a text without mentions is a single part', () => expect(shown('@Dan', [])).toEqual(['@Dan']))

test('people are mentioned by their whole names only', () => {
  const people = ['Dan Reed', 'Dan Reeds', 'Dan Reed Jr.', 'Eve', ''].map((name) => ({ name }))
  expect(listMentioned('@Dan Reeds, @Dan Reed Jr. and Eve @', people)).toEqual([
    { name: 'Dan Reeds' },
    { name: 'Dan Reed Jr.' },
  ])
})
