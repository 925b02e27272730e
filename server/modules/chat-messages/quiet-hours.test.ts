import { expect, test } from 'vitest'
import { afterQuietHours } from './quiet-hours.ts'

const night = { quiet_from: 20, quiet_until: 8, timezone: 'Europe/Berlin' }

test.each([
  ['2026-06-15T12:00:00Z', night, '2026-06-15T12:00:00.000Z'],
  ['2026-06-15T18:30:00Z', night, '2026-06-16T06:00:00.000Z'],
  ['2026-06-15T23:30:00Z', night, '2026-06-16T06:00:00.000Z'],
  ['2026-06-15T05:59:59Z', night, '2026-06-15T06:00:00.000Z'],
  ['2026-06-15T06:00:00Z', night, '2026-06-15T06:00:00.000Z'],
  // Summer time begins in this night.
  ['2026-03-28T22:00:00Z', night, '2026-03-29T06:00:00.000Z'],
  [
    '2026-06-15T10:30:00Z',
    { ...night, quiet_from: 12, quiet_until: 13 },
    '2026-06-15T11:00:00.000Z',
  ],
  ['2026-06-15T18:30:00Z', { ...night, quiet_from: 8 }, '2026-06-15T18:30:00.000Z'],
  ['2026-06-15T21:00:00Z', { ...night, timezone: 'Mars/Base' }, '2026-06-16T08:00:00.000Z'],
])('a message of %s waits until the end of the quiet hours', (at, hours, expected) =>
  expect(afterQuietHours(new Date(at), hours).toISOString()).toBe(expected),
)
