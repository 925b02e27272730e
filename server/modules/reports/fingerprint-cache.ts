/**
 * Answers that cost much to work out, kept for as long as what they are made of has the same
 * fingerprint. Those asked for last are remembered; whoever asks while one is being worked out
 * waits for it.
 */
export class FingerprintCache<Answer> {
  private readonly entries = new Map<string, { print: string; answer: Promise<Answer> }>()
  private readonly max: number
  constructor(max: number) {
    this.max = max
  }

  /**
   * `print` is the fingerprint now; `work` answers with the fingerprint of what it has really read.
   */
  async get(
    key: string,
    print: string,
    work: () => Promise<{ print: string; answer: Answer }>,
  ): Promise<Answer> {
    const known = this.entries.get(key)
    if (known?.print === print) {
      this.remember(key, known)
      return known.answer
    }
    const working = work()
    const entry = { print, answer: working.then(({ answer }) => answer) }
    this.remember(key, entry)
    try {
      const [read, answer] = await Promise.all([working, entry.answer])
      // What was read a moment later may be something else already: it is known by that.
      entry.print = read.print
      return answer
    } catch (error) {
      if (this.entries.get(key) === entry) this.entries.delete(key)
      throw error
    }
  }

  private remember(key: string, entry: { print: string; answer: Promise<Answer> }): void {
    this.entries.delete(key)
    this.entries.set(key, entry)
    const [oldest] = this.entries.keys()
    if (this.entries.size > this.max && oldest !== undefined) this.entries.delete(oldest)
  }
}
