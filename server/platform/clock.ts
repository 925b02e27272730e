/** The only source of time. Tests set it; no other code of the server reads the system clock. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** Creates a clock for tests that changes only by `set` and `advance`. */
export function movableClock(
  start: Date,
): Clock & { set(time: Date): void; advance(ms: number): void } {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    set: (to) => {
      time = to.getTime()
    },
    advance: (ms) => {
      time += ms
    },
  }
}
