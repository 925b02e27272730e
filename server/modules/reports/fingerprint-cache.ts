/**
 * LRU cache of expensive answers. An entry is valid while the fingerprint of its source data is
 * unchanged. Concurrent requests share one computation.
 */
export class FingerprintCache<Answer> {
  private readonly entries = new Map<string, { fingerprint: string; answer: Promise<Answer> }>()
  private readonly max: number
  constructor(max: number) {
    this.max = max
  }

  /**
   * Returns the cached answer, or the result of `compute`. `fingerprint` is the current one;
   * `compute` returns the fingerprint of the data that it read.
   */
  async get(
    key: string,
    fingerprint: string,
    compute: () => Promise<{ fingerprint: string; answer: Answer }>,
  ): Promise<Answer> {
    const known = this.entries.get(key)
    if (known?.fingerprint === fingerprint) {
      this.store(key, known)
      return known.answer
    }
    const computation = compute()
    const entry = { fingerprint, answer: computation.then(({ answer }) => answer) }
    this.store(key, entry)
    try {
      const [result, answer] = await Promise.all([computation, entry.answer])
      // The data may have changed between the two reads, so the fingerprint of the second counts.
      entry.fingerprint = result.fingerprint
      return answer
    } catch (error) {
      if (this.entries.get(key) === entry) this.entries.delete(key)
      throw error
    }
  }

  private store(key: string, entry: { fingerprint: string; answer: Promise<Answer> }): void {
    this.entries.delete(key)
    this.entries.set(key, entry)
    const [oldest] = this.entries.keys()
    if (this.entries.size > this.max && oldest !== undefined) this.entries.delete(oldest)
  }
}
