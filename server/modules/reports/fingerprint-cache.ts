import { LRUCache } from 'lru-cache'

type Entry<Answer> = { fingerprint: string; answer: Promise<Answer> }

/**
 * LRU cache of expensive answers. An entry is valid while the fingerprint of its source data is
 * unchanged. Concurrent requests share one computation.
 */
export class FingerprintCache<Answer> {
  private readonly entries: LRUCache<string, Entry<Answer>>
  constructor(max: number) {
    this.entries = new LRUCache({ max })
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
    if (known?.fingerprint === fingerprint) return known.answer
    const computation = compute()
    const entry: Entry<Answer> = { fingerprint, answer: computation.then(({ answer }) => answer) }
    this.entries.set(key, entry)
    try {
      const [result, answer] = await Promise.all([computation, entry.answer])
      // The data may have changed between the two reads, so the fingerprint of the second counts.
      entry.fingerprint = result.fingerprint
      return answer
    } catch (error) {
      if (this.entries.peek(key) === entry) this.entries.delete(key)
      throw error
    }
  }
}
