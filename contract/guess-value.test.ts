import { expect, test } from 'vitest'
import type { Value } from '#contract/schemas/values.ts'
import { guessValue } from './guess-value.ts'

const value = (name: string, keywords: string[], isDefault = false): Value => ({
  id: name,
  name,
  description: '',
  color: '#000000',
  emoji: '⭐',
  keywords,
  tag: name.toLowerCase(),
  default: isDefault,
  retired: false,
})
const values = [
  value('Teamwork', ['help', 'together'], true),
  value('Craft', ['quality', 'деталь']),
  value('Growth', ['learn']),
]
const guess = (text: string) => {
  const found = guessValue(text, values)
  return found && [found.value.name, found.by]
}

test('returns the tagged value even if keywords of another match', () =>
  expect(guess('helped me so well #craft')).toEqual(['Craft', 'tag']))
test('returns the value of a tag with marks', () => {
  const tagged = [value('iletişim', []), value('मित्रता', [])]
  expect(guessValue('Sağ ol #İletişim', tagged)?.value.name).toBe('iletişim')
  expect(guessValue('धन्यवाद #मित्रता', tagged)?.value.name).toBe('मित्रता')
})
test('returns the value with the most keyword hits', () =>
  expect(guess('Learning and learned, with some help')).toEqual(['Growth', 'keywords']))
test('returns the first word of the text that matches the guess', () =>
  expect(guessValue('We learned, and you helped', values)?.word).toBe('helped'))
test('matches keywords in other alphabets without regard to case', () =>
  expect(guess('Каждая ДЕТАЛЬ на месте')).toEqual(['Craft', 'keywords']))
test('matches keywords of several words, and words with marks', () => {
  const teams = [value('Review', ['code review', 'follow-up']), value('Mitra', ['मित्रता'])]
  const guessed = (text: string) => guessValue(text, teams)?.value.name
  expect(guessed('Your code reviews are great')).toBe('Review')
  expect(guessed('Thank you for the ❤️follow-up!')).toBe('Review')
  expect(guessed('The code has no review')).toBeUndefined()
  expect(guessed('आपकी मित्रता के लिए')).toBe('Mitra')
})
test('ignores a keyword in the middle of another word', () =>
  expect(guess('whelp')).toBeUndefined())
test('guesses no value when no keyword matches', () => {
  expect(guess('Thank you')).toBeUndefined()
  expect(guessValue('Thank you', [])).toBeUndefined()
})
