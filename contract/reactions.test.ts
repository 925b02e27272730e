import { expect, test } from 'vitest'
import { parseReaction, sortReactions } from './reactions.ts'

test.each([
  ['clap', 'clap'],
  ['👏', 'clap'],
  ['🚀', '🚀'],
  ['👩🏽‍🚀', '👩🏽‍🚀'],
  ['🏳️‍🌈', '🏳️‍🌈'],
  ['🇺🇦', '🇺🇦'],
])('parseReaction reads %s as %s', (text, reaction) => expect(parseReaction(text)).toBe(reaction))

test.each(['', 'like', 'a', '5', '🚀🚀', '🚀 ', '❤️', '❤'])('parseReaction refuses %j', (text) =>
  expect(parseReaction(text)).toBeUndefined(),
)

test('sortReactions puts names first, in the order of the picker', () =>
  expect(sortReactions(['🚀', 'smile', '🐱', 'clap'])).toEqual(['clap', 'smile', '🐱', '🚀']))
