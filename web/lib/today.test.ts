import { expect, test } from 'vitest'
import { todayInTimezone } from './today.ts'

test('todayInTimezone returns the date in the timezone of the team', () => {
  expect(todayInTimezone('Pacific/Kiritimati', new Date('2026-11-20T23:00:00Z'))).toBe('2026-11-21')
  expect(todayInTimezone('America/New_York', new Date('2026-11-21T03:00:00Z'))).toBe('2026-11-20')
})
