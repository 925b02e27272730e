// No p-limit, because here a slot that is held too long stops counting, so that slow reports do not
// block short statements. A callback gets a free slot at once, without the delay of a promise.
import { performance } from 'node:perf_hooks'

/**
 * The right to use the database. A slot that is held too long stops counting toward the limit,
 * while its work continues.
 */
export type Slot = { since: number }
export type ConcurrencyLimiter = {
  /**
   * Calls back at once while a slot is free, otherwise when one is released. First come, first
   * served.
   */
  acquire(then: (slot: Slot) => void): void
  release(slot: Slot): void
  readonly waiting: number
}

/**
 * Nearly all statements finish sooner. Longer ones (a report, an export) stop counting toward the
 * limit.
 */
const slotHoldMaxMs = 25

/**
 * Creates a limiter for `maxConcurrent` users of the database. A database with two cores finishes
 * four statements sooner in sequence than twenty in parallel. Long statements block nobody: a slot
 * expires after `slotHoldMaxMs` (decision 035).
 */
export function createLimiter(
  maxConcurrent: number,
  now: () => number = () => performance.now(),
): ConcurrencyLimiter {
  /** Slots in the order of their start. */
  const busy = new Set<Slot>()
  const queue: ((slot: Slot) => void)[] = []
  let timer: NodeJS.Timeout | undefined

  function startImmediately(then: (slot: Slot) => void): void {
    const slot = { since: now() }
    busy.add(slot)
    then(slot)
  }
  function startQueued(): void {
    while (busy.size < maxConcurrent) {
      const then = queue.shift()
      if (!then) return
      startImmediately(then)
    }
  }
  /** Releases slots held too long, and schedules the next check for the oldest remaining slot. */
  function releaseExpired(): void {
    timer = undefined
    const time = now()
    for (const slot of busy) {
      if (time - slot.since < slotHoldMaxMs) break
      busy.delete(slot)
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
      if (busy.size < maxConcurrent) return startImmediately(then)
      queue.push(then)
      scheduleExpiry()
    },
    release(slot) {
      if (busy.delete(slot)) startQueued()
    },
    get waiting() {
      return queue.length
    },
  }
}
