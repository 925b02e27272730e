import { expect, test } from 'vitest'
import { toLocalDay } from './today.ts'

test('toLocalDay returns the date in the timezone of the team', () => {
  expect(toLocalDay(Date.parse('2026-11-20T23:00:00Z'), 'Pacific/Kiritimati')).toBe('2026-11-21')
  expect(toLocalDay(Date.parse('2026-11-21T03:00:00Z'), 'America/New_York')).toBe('2026-11-20')
})
