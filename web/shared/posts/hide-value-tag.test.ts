import { expect, test } from 'vitest'
import { makePost, makeValue } from '#tests/support/web-data.ts'
import { hideValueTag } from './hide-value-tag.ts'

const shown = (description: string, tag = 'craft') =>
  hideValueTag(makePost({ description, value: makeValue({ tag }) }))

test.each([
  ['A fine cupboard #craft', 'A fine cupboard'],
  ['A fine cupboard\n#Craft', 'A fine cupboard'],
  ['Your #craft shows', 'Your #craft shows'],
  ['A fine cupboard #crafts', 'A fine cupboard #crafts'],
  ['A fine cupboard #growth', 'A fine cupboard #growth'],
  ['#craft', '#craft'],
])('shows %j as %j', (description, expected) => {
  expect(shown(description)).toBe(expected)
})

test('a tag may have a hyphen', () => {
  expect(shown('Well done #team-work', 'team-work')).toBe('Well done')
})
