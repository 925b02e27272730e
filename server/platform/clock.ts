/** The one source of time. Tests move it; nothing else in the server asks the machine. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands where it was put, for tests. */
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
