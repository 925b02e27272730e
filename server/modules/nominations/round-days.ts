import { hourMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { addDays, startOfDay } from '#server/platform/periods.ts'

export type RoundDays = { starts_on: string; ends_on: string; decides_on: string }

function assertBetween(field: keyof RoundDays, day: string, start: string, finish: string): void {
  if (day < start || day > finish)
    throwRefusal('out_of_range', { field, params: { start, finish } })
}

const latest = (one: string, other: string) => (one > other ? one : other)

/**
 * Throws out_of_range unless a round begins between `earliest` and in a year, and lasts a year at
 * most. `before`: the days of a round that has started, which may only move to later ones.
 */
export function assertDays(days: RoundDays, earliest: string, before?: RoundDays): void {
  const max = limits.nomination_round_days_max
  const last = addDays(days.starts_on, max)
  const { starts_on: start, ends_on: end } = days
  assertBetween('starts_on', start, earliest, addDays(earliest, max))
  assertBetween('ends_on', end, latest(start, before?.ends_on ?? start), last)
  assertBetween('decides_on', days.decides_on, latest(end, before?.decides_on ?? end), last)
}

/**
 * Returns the instants of the days of a round: the first day begins in the earliest of the time
 * zones, the last one ends in the latest, and the days to decide end in that of the workspace, at
 * least an hour later.
 */
export function toInstants(
  days: RoundDays,
  zones: readonly string[],
  timezone: string,
): { opens_at: Date; closes_at: Date; decides_at: Date } {
  const all = zones.length ? zones : [timezone]
  const opens = all.map((zone) => startOfDay(days.starts_on, zone).getTime())
  const closes = all.map((zone) => startOfDay(days.ends_on, zone, 1).getTime())
  const closesAt = Math.max(...closes)
  const decidesAt = startOfDay(days.decides_on, timezone, 1).getTime()
  return {
    opens_at: new Date(Math.min(...opens)),
    closes_at: new Date(closesAt),
    decides_at: new Date(Math.max(decidesAt, closesAt + hourMs)),
  }
}
