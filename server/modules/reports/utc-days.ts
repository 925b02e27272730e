import { dayMs } from '#contract/durations.ts'
import type { DayRange } from './report-period.ts'

type Days = Pick<DayRange, 'from' | 'to'>
type Instants = { from: Date; to: Date }

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Returns the UTC days that contain the instants from `from` up to, not including, `to`. */
export const toUtcDays = (from: Date, to: Date): Days => ({
  from: toDay(from.getTime()),
  to: toDay(to.getTime() - 1),
})

/**
 * Splits local days into the whole UTC days up to `newest` and the instants before and after them.
 * `utcDays` is null without such a day.
 */
export function splitAtUtcDays(
  { from, to }: Days,
  timezone: string,
  newest: string | undefined,
): { utcDays: Days | null; rest: Instants[] } {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timezone).epochMilliseconds
  const start = startOf(Temporal.PlainDate.from(from))
  const end = startOf(Temporal.PlainDate.from(to).add({ days: 1 }))
  const first = Math.ceil(start / dayMs) * dayMs
  const newestEnd = newest === undefined ? start : Date.parse(newest) + dayMs
  const last = Math.min(Math.floor(end / dayMs) * dayMs, newestEnd)
  const instants = (a: number, b: number) => (a < b ? [{ from: new Date(a), to: new Date(b) }] : [])
  return first < last
    ? {
        utcDays: { from: toDay(first), to: toDay(last - 1) },
        rest: [...instants(start, first), ...instants(last, end)],
      }
    : { utcDays: null, rest: instants(start, end) }
}
