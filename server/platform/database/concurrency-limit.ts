import { performance } from 'node:perf_hooks'

/**
 * The right to keep the database busy; who holds it longer than most need leaves it to others, and
 * goes on beside them.
 */
export type Slot = { since: number }
export type ConcurrencyLimiter = {
  /**
   * Calls back at once where there is room, else when it is one's turn. First come, first served.
   */
  acquire(then: (turn: Slot) => void): void
  release(turn: Slot): void
  readonly waiting: number
}

/**
 * Nearly all statements are done in less; what takes longer (a report, an export) counts no more.
 */
const slotHoldMaxMs = 25

/**
 * Lets `at_once` work at a time. A database with two cores serves four statements sooner one after
 * another than twenty together; long ones hold nobody up, as each keeps its turn for `long_ms` at
 * most (decision 035).
 */
export function createLimiter(
  atOnce: number,
  now: () => number = () => performance.now(),
): ConcurrencyLimiter {
  /** In the order of their beginning. */
  const busy = new Set<Slot>()
  const queue: ((turn: Slot) => void)[] = []
  let timer: NodeJS.Timeout | undefined

  function startNow(then: (turn: Slot) => void): void {
    const turn = { since: now() }
    busy.add(turn)
    then(turn)
  }
  function startQueued(): void {
    while (busy.size < atOnce) {
      const then = queue.shift()
      if (!then) return
      startNow(then)
    }
  }
  /** Those who take long make room, and the next look is when the oldest of the others would. */
  function releaseExpired(): void {
    timer = undefined
    const time = now()
    for (const turn of busy) {
      if (time - turn.since < slotHoldMaxMs) break
      busy.delete(turn)
    }
    startQueued()
    scheduleExpiry()
  }
  function scheduleExpiry(): void {
    const [oldest] = busy
    if (timer || !queue.length || !oldest) return
    timer = setTimeout(releaseExpired, Math.max(oldest.since + slotHoldMaxMs - now(), 1))
  }

  return {
    acquire(then) {
      if (busy.size < atOnce) return startNow(then)
      queue.push(then)
      scheduleExpiry()
    },
    release(turn) {
      if (busy.delete(turn)) startQueued()
    },
    get waiting() {
      return queue.length
    },
  }
}
