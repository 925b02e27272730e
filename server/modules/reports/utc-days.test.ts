import { expect, test } from 'vitest'
import { splitAtUtcDays, toUtcDays } from './utc-days.ts'

const at = (text: string) => new Date(text)
const days = { from: '2026-03-01', to: '2026-03-05' }

test('returns whole UTC days up to the newest and the rest of the last days', () => {
  expect(splitAtUtcDays(days, 'UTC', '2026-03-03')).toEqual({
    utcDays: { from: '2026-03-01', to: '2026-03-03' },
    rest: [{ from: at('2026-03-04T00:00Z'), to: at('2026-03-06T00:00Z') }],
  })
})

test('returns the hours on both sides of UTC days in another time zone', () => {
  expect(splitAtUtcDays(days, 'America/New_York', '2026-04-01')).toEqual({
    utcDays: { from: '2026-03-02', to: '2026-03-05' },
    rest: [
      { from: at('2026-03-01T05:00Z'), to: at('2026-03-02T00:00Z') },
      { from: at('2026-03-06T00:00Z'), to: at('2026-03-06T05:00Z') },
    ],
  })
})

test('returns no UTC days before the first snapshot and after the newest', () => {
  const rest = [{ from: at('2026-03-01T00:00Z'), to: at('2026-03-06T00:00Z') }]
  expect(splitAtUtcDays(days, 'UTC', undefined)).toEqual({ utcDays: null, rest })
  expect(splitAtUtcDays(days, 'UTC', '2026-02-10')).toEqual({ utcDays: null, rest })
})

test('returns the UTC days that contain instants', () => {
  expect(toUtcDays(at('2026-03-01T05:00Z'), at('2026-03-02T00:00Z'))).toEqual({
    from: '2026-03-01',
    to: '2026-03-01',
  })
})
