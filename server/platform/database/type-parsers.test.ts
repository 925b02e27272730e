import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTimestamp } from './type-parsers.ts'

const minTime = Date.UTC(1900, 0, 1)
const maxTime = Date.UTC(2100, 0, 1) - 1

test('reads a timestamp as PostgreSQL prints it', () => {
  fc.assert(
    fc.property(fc.integer({ min: minTime, max: maxTime }), (time) => {
      const text = new Date(time)
        .toISOString()
        .replace('T', ' ')
        .replace(/\.?0*Z$/, '')
      expect(parseTimestamp(`${text}+00`)).toEqual(new Date(time))
    }),
  )
})

test.each([
  ['2026-11-27 09:12:03.123456+00', new Date('2026-11-27T09:12:03.123Z')],
  ['2026-11-27 14:42:03+05:30', new Date('2026-11-27T09:12:03Z')],
  ['10000-01-01 00:00:00+00', new Date('+010000-01-01T00:00:00Z')],
  ['infinity', Infinity],
  ['-infinity', -Infinity],
])('reads %s', (text, value) => {
  expect(parseTimestamp(text)).toEqual(value)
})
