import { startOfDay } from '#server/platform/periods.ts'
import type { AgeTimes } from './flow-queries.ts'
import type { StoredRange } from './queries.ts'

const later = (a: Date, b: Date) => (a > b ? a : b)
const earlier = (a: Date, b: Date) => (a < b ? a : b)

/**
 * Returns the end of a day that is not stored. Stored days end as they did when they were stored, so
 * that a new time zone neither counts a movement twice nor leaves it out.
 */
export function findDayEnd(day: string, timezone: string, stored: StoredRange | undefined): Date {
  const end = startOfDay(day, timezone, 1)
  if (!stored) return end
  if (day < stored.oldest) return earlier(end, stored.oldest_start)
  return later(end, stored.newest_end)
}

/** Returns the times that a day at its end is computed with. Ages count in days of the team. */
export const findAgeTimes = (day: string, timezone: string, end: Date): AgeTimes => ({
  end,
  from30: startOfDay(day, timezone, -30),
  from90: startOfDay(day, timezone, -90),
  from365: startOfDay(day, timezone, -365),
})
