import { dayMs } from '#contract/durations.ts'
import type { RouteName } from '#contract/routes/index.ts'

/**
 * A measured call. `statements` is the number of statements it may send, with those of
 * authentication, without those that begin and end its transaction.
 */
export type CompanyCall = {
  name: RouteName
  label?: string
  path: string
  /** The body of a call with POST that changes nothing. */
  body?: object
  statements: number
  /** What the call ranks or counts: the ratio of its buffers is reported, not bounded. */
  growsWith?: 'people' | 'gifts' | 'purchases'
  /** The bound in ms of a call that computes groups. Default: that of all calls. */
  timeMsMax?: number
}
/** Returns the UTC day some days ago, such as '2026-11-26'. */
export const dayString = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10)

/** Returns the query of a range between two numbers of days ago. */
export const range = (first: number, last: number) =>
  `from=${dayString(first)}&to=${dayString(last)}`
