import { secondMs } from '#contract/durations.ts'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Duration of a lease on a row: longer than any attempt with all its retries, so that an expired
 * lease means that its process died.
 */
export const leaseMs = 120 * secondMs

/** Returns the end of a lease that starts at `at`. */
export const leaseUntil = (at: Date): Date => new Date(at.getTime() + leaseMs)

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
