import { secondMs } from '#contract/durations.ts'
import type { Services } from '#server/platform/services.ts'
import type { Poller } from './poller.ts'
import { findDueTimes } from './queues.ts'

/**
 * Longest time between two checks of all queues, each in one statement. Every row inserted for
 * later is due after more than that (posts can be undone for fifteen seconds).
 */
const lookMs = 10 * secondMs
/** Shortest time between two checks, while rows are due or after a failed check. */
const busyLookMs = secondMs
/** Notifications within this time wake a queue once. */
const wakeDelayMs = 20

export type QueueScheduler = { lookSoon(): void; stop(): Promise<void> }

/**
 * Wakes the pollers of queues: after a notification of the transaction that added work, and when
 * the next row is due. Checks all queues periodically, for rows of processes that died.
 */
export function startQueueScheduler(
  { db, clock, events, log }: Services,
  pollers: Map<string, Poller>,
): QueueScheduler {
  let stopped = false
  let looking: Promise<void> | undefined
  let lookTimer: NodeJS.Timeout | undefined
  let lookAt = Infinity
  const wakeTimers = new Map<string, NodeJS.Timeout>()

  function lookAfter(ms: number): void {
    const at = performance.now() + ms
    if (stopped || at >= lookAt) return
    lookAt = at
    clearTimeout(lookTimer)
    lookTimer = setTimeout(() => {
      lookAt = Infinity
      looking = look().then(lookAfter)
    }, ms).unref()
  }
  /** Runs the pollers of due queues. Returns the time until the next check. */
  async function look(): Promise<number> {
    try {
      const due = await findDueTimes(db.global)
      let next = lookMs
      for (const [queue, poller] of pollers) {
        const wait = (due.get(queue)?.getTime() ?? Infinity) - clock.now().getTime()
        if (wait <= 0) poller.runNow()
        next = Math.min(next, Math.max(wait, busyLookMs))
      }
      return next
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'due work')
      return busyLookMs
    }
  }
  function wake(queue: string, poller: Poller): void {
    if (stopped || wakeTimers.has(queue)) return
    wakeTimers.set(
      queue,
      setTimeout(() => {
        wakeTimers.delete(queue)
        poller.runNow()
      }, wakeDelayMs).unref(),
    )
  }
  const unsubscribe = events.onWork((woken) => {
    for (const [queue, poller] of pollers)
      if (woken === null || woken === queue) wake(queue, poller)
  })
  lookAfter(0)
  return {
    lookSoon: () => lookAfter(busyLookMs),
    async stop() {
      stopped = true
      unsubscribe()
      clearTimeout(lookTimer)
      for (const timer of wakeTimers.values()) clearTimeout(timer)
      await looking
    },
  }
}
