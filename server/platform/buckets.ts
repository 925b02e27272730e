/** `quota` at once, and as many again in every `window_s` seconds. */
export type Quota = { quota: number; window_s: number }
/**
 * How it stands after a request: what is left, and in how many seconds nothing of the quota is used
 * any more.
 */
export type Standing = { left: number; reset_s: number }

/**
 * Token buckets in memory, one for each key: what is missing in a bucket is kept as the moment at
 * which it is full again. The `max` keys used last are remembered; whoever is forgotten begins with
 * a full bucket.
 */
export class Buckets {
  private readonly full_at = new Map<string, number>()
  private readonly step_ms: number
  private readonly window_ms: number
  private readonly max: number
  constructor({ quota, window_s }: Quota, max: number) {
    this.window_ms = window_s * 1_000
    this.step_ms = this.window_ms / quota
    this.max = max
  }

  /** How it stands with a key, without taking. */
  look(key: string, now_ms: number): Standing {
    const missing_ms = Math.max((this.full_at.get(key) ?? 0) - now_ms, 0)
    return {
      left: Math.max(Math.floor((this.window_ms - missing_ms) / this.step_ms + 1e-9), 0),
      reset_s: Math.ceil(missing_ms / 1_000),
    }
  }
  /** Takes one; `undefined` when there is none to take. */
  take(key: string, now_ms: number): Standing | undefined {
    const full_at = Math.max(this.full_at.get(key) ?? 0, now_ms) + this.step_ms
    if (full_at - now_ms > this.window_ms + 1e-6) return undefined
    this.keep(key, full_at)
    return this.look(key, now_ms)
  }
  /** Gives one back that was taken for nothing. */
  giveBack(key: string): void {
    const full_at = this.full_at.get(key)
    if (full_at !== undefined) this.full_at.set(key, full_at - this.step_ms)
  }
  /** Seconds until one can be taken again. */
  wait_s(key: string, now_ms: number): number {
    return (
      Math.max((this.full_at.get(key) ?? 0) + this.step_ms - this.window_ms - now_ms, 0) / 1_000
    )
  }
  get size(): number {
    return this.full_at.size
  }

  private keep(key: string, full_at: number): void {
    this.full_at.delete(key)
    this.full_at.set(key, full_at)
    if (this.full_at.size <= this.max) return
    const [oldest] = this.full_at.keys()
    if (oldest !== undefined) this.full_at.delete(oldest)
  }
}
