import { expect, test } from 'vitest'
import { mentionAt, withoutMention } from './useMention.ts'

test('an @word before the caret is a mention, an address is not', () => {
  expect(mentionAt('+10 @mar', 8)).toBe('mar')
  expect(mentionAt('@', 1)).toBe('')
  expect(mentionAt('@Ірина Со', 9)).toBe('Ірина Со')
  expect(mentionAt('write to me@home', 16)).toBeUndefined()
  expect(mentionAt('@mar later', 4)).toBe('mar')
})
test('a chosen person leaves the text', () => {
  expect(withoutMention('+10 @mar for it', 8)).toEqual({ text: '+10 for it', caret: 4 })
  expect(withoutMention('@li', 3)).toEqual({ text: '', caret: 0 })
})
