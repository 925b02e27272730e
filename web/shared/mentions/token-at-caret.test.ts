import { expect, test } from 'vitest'
import { tokenAt } from './token-at-caret.ts'

/** A text with its caret at the bar. */
const at = (marked: string): [string, number] => [marked.replace('|', ''), marked.indexOf('|')]
const kind = (marked: string) => {
  const token = tokenAt(...at(marked))
  return token && [token.kind, token.query, token.start]
}

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
  ['شكرا @מרי|', ['person', 'מרי', 5]],
  ['🎉 @li|', ['person', 'li', 3]],
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
