/** `quota` at once, and as many again in every `window_s` seconds. */
export type Quota = { quota: number; window_s: number }
/**
 * How it stands after a request: what is left, and in how many seconds nothing of the quota is used
 * any more.
 */
export type RateLimitState = { remaining: number; reset_s: number }

/**
 * Token buckets in memory, one for each key: what is missing in a bucket is kept as the moment at
 * which it is full again. The `max` keys used last are remembered; whoever is forgotten begins with
 * a full bucket.
 */
export class TokenBuckets {
  private readonly fullAtByKey = new Map<string, number>()
  private readonly step_ms: number
  private readonly window_ms: number
  private readonly max: number
  constructor({ quota, window_s: windowS }: Quota, max: number) {
    this.window_ms = windowS * 1_000
    this.step_ms = this.window_ms / quota
    this.max = max
  }

  /** How it stands with a key, without taking. */
  peek(key: string, nowMs: number): RateLimitState {
    const missingMs = Math.max((this.fullAtByKey.get(key) ?? 0) - nowMs, 0)
    return {
      remaining: Math.max(Math.floor((this.window_ms - missingMs) / this.step_ms + 1e-9), 0),
      reset_s: Math.ceil(missingMs / 1_000),
    }
  }
  /** Takes one; `undefined` when there is none to take. */
  consume(key: string, nowMs: number): RateLimitState | undefined {
    const fullAt = Math.max(this.fullAtByKey.get(key) ?? 0, nowMs) + this.step_ms
    if (fullAt - nowMs > this.window_ms + 1e-6) return undefined
    this.store(key, fullAt)
    return this.peek(key, nowMs)
  }
  /** Gives one back that was taken for nothing. */
  refund(key: string): void {
    const fullAt = this.fullAtByKey.get(key)
    if (fullAt !== undefined) this.fullAtByKey.set(key, fullAt - this.step_ms)
  }
  /** Seconds until one can be taken again. */
  secondsUntilAvailable(key: string, nowMs: number): number {
    return (
      Math.max((this.fullAtByKey.get(key) ?? 0) + this.step_ms - this.window_ms - nowMs, 0) / 1_000
    )
  }
  get size(): number {
    return this.fullAtByKey.size
  }

  private store(key: string, fullAt: number): void {
    this.fullAtByKey.delete(key)
    this.fullAtByKey.set(key, fullAt)
    if (this.fullAtByKey.size <= this.max) return
    const [oldest] = this.fullAtByKey.keys()
    if (oldest !== undefined) this.fullAtByKey.delete(oldest)
  }
}
