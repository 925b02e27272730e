import { secondMs } from '#contract/durations.ts'
import { answerWithin } from '#server/workflows/chat/answer-within.ts'

/** Teams waits 5 seconds for an answer. */
const answerTimeMs = 4 * secondMs
/** Time of one call to the Connector within a request. */
export const callTimeMs = 1.5 * secondMs

/** The answer to a request is late. */
export class DeadlinePassed extends Error {}

/** Returns the result of the work, or `otherwise` after the time; the work itself continues. */
export async function withinTime<T, U>(
  work: Promise<T>,
  timeMs: number,
  otherwise: () => U,
): Promise<T | U> {
  const answer = await answerWithin(work, timeMs, (late) => {
    // A later failure of the work has no listener any more.
    late.catch(() => {})
  })
  return answer ? answer.result : otherwise()
}

/** The time in which a request needs an answer. */
export type Deadline = {
  /** Returns the result of the work. Throws DeadlinePassed when the time is over. */
  wait<T>(work: Promise<T>): Promise<T>
  /** Throws DeadlinePassed when the time is over: work that nobody waits for must have no effect. */
  assertOpen(): void
}

export function startDeadline(timeMs = answerTimeMs): Deadline {
  const end = performance.now() + timeMs
  const refuse = (): never => {
    throw new DeadlinePassed('answer is late')
  }
  return {
    wait: (work) => withinTime(work, timeMs, refuse),
    assertOpen() {
      if (performance.now() >= end) refuse()
    },
  }
}
