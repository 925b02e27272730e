import { expect, test } from 'vitest'
import { tokenAt } from '#web/shared/mentions/token-at-caret.ts'
import { findMentions, extractAmount, removeRange } from './text-tokens.ts'

/** A text with its caret at the bar. */
const at = (marked: string): [string, number] => [marked.replace('|', ''), marked.indexOf('|')]
const kind = (marked: string) => {
  const token = tokenAt(...at(marked))
  return token && [token.kind, token.query, token.start]
}
const shown = (edited: { text: string; caret: number } | undefined) =>
  edited && `${edited.text.slice(0, edited.caret)}|${edited.text.slice(edited.caret)}`

test.each([
  ['@|', ['person', '', 0]],
  ['+10 @mar|', ['person', 'mar', 4]],
  ['@Ірина Со|', ['person', 'Ірина Со', 0]],
  ['@O’Neil-J. R|', ['person', 'O’Neil-J. R', 0]],
  ['@mar| later', ['person', 'mar', 0]],
  ['thanks (@li|', ['person', 'li', 8]],
  ['@नमस्ते|', ['person', 'नमस्ते', 0]],
  ['for it #te|', ['value', 'te', 7]],
  ['@li #|', ['value', '', 4]],
  ['#customer-first|', ['value', 'customer-first', 0]],
  ['great :ta|', ['emoji', 'ta', 6]],
  ['line\n:спас|', ['emoji', 'спас', 5]],
])('%s has a token at the caret that opens a list', (text, token) =>
  expect(kind(text)).toEqual(token),
)

test.each([
  'write to me@home|',
  '@ home|',
  'at 12:30|',
  'a#b|',
  ':a|',
  ': okay|',
  '#two words|',
  '@maria, thanks|',
  `@${'a'.repeat(50)}|`,
  'plain|',
])('%s has no token at the caret that opens a list', (text) => expect(kind(text)).toBeUndefined())

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
  expect(kind('شكرا @מרי|')).toEqual(['person', 'מרי', 5])
  expect(kind('🎉 @li|')).toEqual(['person', 'li', 3])
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
