import { secondMs } from '#contract/durations.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '#server/platform/services.ts'

/**
 * Duration of a lease on a row. Its holder renews it while it works, so that an expired lease means
 * that its process died or was paused.
 */
export const leaseMs = 15 * secondMs
const renewalMs = 5 * secondMs

/** Returns the end of a lease that starts at `at`. */
export const leaseUntil = (at: Date): Date => new Date(at.getTime() + leaseMs)

/** A held lease on a row. */
export type Lease = {
  /** Returns whether another worker may have the row by now. An expired lease is never renewed. */
  hasExpired(): boolean
  /** Runs statements that compare the end of the lease, never at the same time as a renewal. */
  withEnd<T>(work: (until: Date) => Promise<T>): Promise<T>
  /** Stops the renewals. Returns the end of the lease. */
  stop(): Promise<Date>
}

/**
 * Renews a lease that ends at `until` every five seconds. `renew` moves its end from `heldUntil` in
 * the row, and returns false if the row has another end: a worker took it over, or it is due early.
 */
export function holdLease(
  { clock }: Pick<Services, 'clock'>,
  until: Date,
  renew: (heldUntil: Date, until: Date) => Promise<boolean>,
): Lease {
  let end = until
  let last: Promise<unknown> = Promise.resolve()
  const hasExpired = () => clock.now() >= end
  function withEnd<T>(work: (until: Date) => Promise<T>): Promise<T> {
    const result = last.then(() => work(end))
    last = result.catch(() => {})
    return result
  }
  const renewOnce = () =>
    withEnd(async (heldUntil) => {
      const next = leaseUntil(clock.now())
      if (!hasExpired() && (await renew(heldUntil, next))) end = next
    })
  let isStopped = false
  let timer: NodeJS.Timeout
  const schedule = () => {
    timer = setTimeout(() => {
      // A failed renewal is tried again until the lease has expired.
      void renewOnce()
        .catch(() => {})
        .then(() => {
          if (!isStopped) schedule()
        })
    }, renewalMs).unref()
  }
  schedule()
  return {
    hasExpired,
    withEnd,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await last
      return end
    },
  }
}

const waitMs = 8 * secondMs
const retryMs = 50

/**
 * Returns what `claim` returns, as soon as it is not undefined: it takes a lease on a row, unless
 * another process has it. Returns undefined after eight seconds.
 */
export async function waitForLease<T>(claim: () => Promise<T | undefined>): Promise<T | undefined> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const claimed = await claim()
    if (claimed !== undefined || performance.now() > deadline) return claimed
    await sleep(retryMs)
  }
}
