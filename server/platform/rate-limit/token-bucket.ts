// No rate-limiter-flexible, because its windows are fixed, so a client may use twice its quota
// around the end of one. Its memory grows with every key, with a timer for each, and it reads
// Date.now() and answers with promises, so several quotas cannot be charged together (decision
// 040).
import { LRUCache } from 'lru-cache'

/** A bucket of `quota` units that refills completely in `window_s` seconds. */
export type Quota = { quota: number; window_s: number }
/** The state after a request: the units left, and the seconds until the bucket is full. */
export type RateLimitState = { remaining: number; reset_s: number }

/**
 * Creates a cache of the `max` most recently used keys. Every entry has the size 1: `maxSize` bounds
 * their number, and unlike `max` it allocates no memory in advance.
 */
export const createKeyCache = <Value extends object | number>(
  max: number,
): LRUCache<string, Value> =>
  new LRUCache<string, Value>({ maxSize: max, sizeCalculation: () => 1 })

/**
 * Token buckets in memory, one for each key, each stored as the time at which it is full again. The
 * `max` most recently used keys are kept. An evicted key starts with a full bucket.
 */
export class TokenBuckets {
  private readonly fullAtByKey: LRUCache<string, number>
  private readonly step_ms: number
  private readonly window_ms: number
  constructor({ quota, window_s: windowS }: Quota, max: number) {
    this.window_ms = windowS * 1_000
    this.step_ms = this.window_ms / quota
    this.fullAtByKey = createKeyCache(max)
  }

  /** Returns the state of a key without consuming. */
  peek(key: string, nowMs: number): RateLimitState {
    const missingMs = Math.max((this.fullAtByKey.peek(key) ?? 0) - nowMs, 0)
    return {
      remaining: Math.max(Math.floor((this.window_ms - missingMs) / this.step_ms + 1e-9), 0),
      reset_s: Math.ceil(missingMs / 1_000),
    }
  }
  /** Consumes one unit; returns undefined when the bucket is empty. */
  consume(key: string, nowMs: number): RateLimitState | undefined {
    const fullAt = Math.max(this.fullAtByKey.peek(key) ?? 0, nowMs) + this.step_ms
    if (fullAt - nowMs > this.window_ms + 1e-6) return undefined
    this.fullAtByKey.set(key, fullAt)
    return this.peek(key, nowMs)
  }
  /** Returns one consumed unit to the bucket. */
  refund(key: string): void {
    const fullAt = this.fullAtByKey.peek(key)
    if (fullAt !== undefined) this.fullAtByKey.set(key, fullAt - this.step_ms)
  }
  /** Returns the seconds until one unit is available. */
  secondsUntilAvailable(key: string, nowMs: number): number {
    return (
      Math.max((this.fullAtByKey.peek(key) ?? 0) + this.step_ms - this.window_ms - nowMs, 0) / 1_000
    )
  }
  get size(): number {
    return this.fullAtByKey.size
  }
}
