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

test('a tag wins over keywords', () =>
  expect(guess('helped me so well #craft')).toEqual(['Craft', 'tag']))
test('most keyword hits win', () =>
  expect(guess('Learning and learned, with some help')).toEqual(['Growth', 'keywords']))
test('the word that speaks for a guess is named', () =>
  expect(guessValue('We learned, and you helped', values)?.word).toBe('helped'))
test('words in other alphabets count', () =>
  expect(guess('Каждая ДЕТАЛЬ на месте')).toEqual(['Craft', 'keywords']))
test('a keyword inside another word does not count', () =>
  expect(guess('whelp')).toEqual(['Teamwork', 'default']))
test('no hit is the default, no values is nothing', () => {
  expect(guess('Thank you')).toEqual(['Teamwork', 'default'])
  expect(guessValue('Thank you', [])).toBeUndefined()
})
