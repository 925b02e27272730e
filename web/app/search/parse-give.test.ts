import { expect, test } from 'vitest'
import { parseGive } from './parse-give.ts'

const parse = (text: string) => parseGive(text, ['give', 'thank'], ['to', 'points'])

test.each([
  ['give 10 to anna', { name: 'anna', score: 10 }],
  ['Give +15 points to Anna Kim', { name: 'Anna Kim', score: 15 }],
  ['10 anna', { name: 'anna', score: 10 }],
  ['anna +5', { name: 'anna', score: 5 }],
  ['give anna 20 ', { name: 'anna', score: 20 }],
  ['thank anna', { name: 'anna', score: null }],
])('%s asks for points', (text, request) => expect(parse(text)).toEqual(request))

test.each(['anna', 'anna to', 'give', 'give 10 to', '10', '0 anna', '2026-01-01 anna'])(
  '%s asks for nothing',
  (text) => expect(parse(text)).toBeNull(),
)
