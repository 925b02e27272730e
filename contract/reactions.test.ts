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

test('sortReactions returns named reactions first, in picker order', () =>
  expect(sortReactions(['🚀', 'smile', '🐱', 'clap'])).toEqual(['clap', 'smile', '🐱', '🚀']))
