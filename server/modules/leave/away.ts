import type { Away } from '#contract/schemas/organization-record.ts'
import { throwRefusal } from '#server/platform/errors.ts'

const earliestFrom = '2000-01-01'
const yearsMax = 10

/** Returns the stored leave of a person, or null. */
export const presentAway = (row: {
  away_from: string | null
  away_to: string | null
}): Away | null => (row.away_from === null ? null : { from: row.away_from, to: row.away_to })

/** Returns the columns of a leave. */
export const toAwayColumns = (away: Away | null) => ({
  away_from: away?.from ?? null,
  away_to: away?.to ?? null,
})

const addYears = (day: string) => Temporal.PlainDate.from(day).add({ years: yearsMax }).toString()

/** Returns the days between which a leave can begin, and those between which it can end. */
export const awayBounds = (from: string, today: string) => ({
  from: { start: earliestFrom, finish: addYears(today) },
  to: { start: from, finish: addYears(from) },
})

/**
 * Throws out_of_range unless a leave begins between 2000 and in ten years, and lasts ten years at
 * most. `field` is the name of the leave in the request.
 */
export function assertAwayInRange(away: Away, field: string, at: Date): void {
  const bounds = awayBounds(away.from, at.toISOString().slice(0, 10))
  for (const side of ['from', 'to'] as const) {
    const day = away[side]
    const { start, finish } = bounds[side]
    if (day !== null && (day < start || day > finish))
      throwRefusal('out_of_range', { field: `${field}.${side}`, params: { start, finish } })
  }
}
