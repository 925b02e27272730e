import { expect, test } from 'vitest'
import { findMentions, extractAmount, parseThanks, removeRange } from './thanks-text.ts'

/** A text with its caret at the bar. */
const at = (marked: string): [string, number] => [marked.replace('|', ''), marked.indexOf('|')]
const shown = (edited: { text: string; caret: number } | undefined) =>
  edited && `${edited.text.slice(0, edited.caret)}|${edited.text.slice(edited.caret)}`

test.each([
  ['+10 |', '|', 10],
  ['+10 |@li', '|@li', 10],
  ['@li +5 |for it', '@li |for it', 5],
  ['+25 for the release|', 'for the release|', 25],
  ['+99999 |', '|', 99_999],
  ['  +15 well|', '  well|', 15],
  ['@maria @li #teamwork +10 |', '@maria @li #teamwork |', 10],
  ['Thanks @maria +10 |', 'Thanks @maria |', 10],
  ['\n+3 |', '\n|', 3],
])('%s sets the amount', (text, rest, score) => {
  const taken = extractAmount(...at(text))
  expect([shown(taken), taken?.score]).toEqual([rest, score])
})
test.each([
  '+10|',
  '1+10 |',
  '+0 |',
  '+ten |',
  'up by +20 per cent|',
  '+123456 |',
  '|+10',
  'He gave +50 |',
  'He gave +50 |to charity',
  'great +7 | work',
  'good\n+3\n|',
  'write to me@home +5 |',
  'thanks, @maria, +5 |',
])('%s stays in the text', (text) => expect(extractAmount(...at(text))).toBeUndefined())
test('an amount counts only right after an extracted person', () => {
  expect(shown(extractAmount(...at('Thanks +10 |'), 'Thanks '))).toBe('Thanks |')
  expect(extractAmount(...at('Thanks for +10 |'), 'Thanks ')).toBeUndefined()
  expect(extractAmount(...at('Thank you +10 |'), 'Thanks ')).toBeUndefined()
})

test('removeRange leaves a single space and keeps the caret in place', () => {
  expect(shown(removeRange('+10 @mar for it', 4, 8, 8))).toBe('+10 |for it')
  expect(shown(removeRange('@li', 0, 3, 3))).toBe('|')
  expect(shown(removeRange('@maria for the release', 0, 6, 22))).toBe('for the release|')
  expect(shown(removeRange('so @maria, thanks', 3, 9, 1))).toBe('s|o , thanks')
  expect(shown(removeRange('a @maria b', 2, 8, 5))).toBe('a |b')
})

test('findMentions returns names of one, two and three words', () => {
  expect(findMentions('@maria @li for the release, (@Ana María del Mar')).toEqual([
    { start: 0, names: [{ name: 'maria', end: 6 }] },
    {
      start: 7,
      names: [
        { name: 'li', end: 10 },
        { name: 'li for', end: 14 },
        { name: 'li for the', end: 18 },
      ],
    },
    {
      start: 29,
      names: [
        { name: 'Ana', end: 33 },
        { name: 'Ana María', end: 39 },
        { name: 'Ana María del', end: 43 },
      ],
    },
  ])
  expect(findMentions('@maria.')).toEqual([{ start: 0, names: [{ name: 'maria', end: 6 }] }])
  expect(findMentions('me@home @ @, @')).toEqual([])
  expect(findMentions('@a '.repeat(1_000))).toHaveLength(10)
})
test('right-to-left names and emoji keep their offsets', () => {
  expect(findMentions('🎉 @ليلى شكرا')).toEqual([
    {
      start: 3,
      names: [
        { name: 'ليلى', end: 8 },
        { name: 'ليلى شكرا', end: 13 },
      ],
    },
  ])
})

const team = ['Ana Ruiz', 'Ben Kraft', 'Ben Ott', 'Zoë de Vries'].map((name) => {
  const [first = '', ...last] = name.split(' ')
  return { id: name, name, first_name: first, last_name: last.join(' ') }
})
const search = (start: string) =>
  Promise.resolve({
    people: team.filter(({ name }) => name.toLowerCase().startsWith(start.toLowerCase())),
    isComplete: true,
  })

test.each([
  ['@ana +5 for the release #team', ['Ana Ruiz'], 5, 'for the release #team'],
  ['+5 @Ana Ruiz @Ben Ott for it', ['Ana Ruiz', 'Ben Ott'], 5, 'for it'],
  ['@Zoë de Vries +20 thanks', ['Zoë de Vries'], 20, 'thanks'],
  ['thanks @ana', ['Ana Ruiz'], undefined, 'thanks'],
  ['@ben +5 hello', [], 5, '@ben hello'],
  ['@ana we grew +10 percent', ['Ana Ruiz'], undefined, 'we grew +10 percent'],
  ['@ana @ana +5', ['Ana Ruiz'], 5, ''],
  ['mail a@b.example', [], undefined, 'mail a@b.example'],
])('a whole text is parsed: %s', async (given, people, score, text) => {
  const parsed = await parseThanks(given, search)
  expect([parsed.people.map(({ id }) => id), parsed.score, parsed.text]).toEqual([
    people,
    score,
    text,
  ])
})
