import type { Money } from '#contract/schemas/common.ts'
import { worthOfPoints } from '#contract/worth-of-points.ts'

/** Sums of money by currency. */
export class MoneySums {
  readonly #sums = new Map<string, number>()

  add({ currency, minor }: Money): void {
    this.#sums.set(currency, (this.#sums.get(currency) ?? 0) + minor)
  }
  /** Adds what points are worth now, and subtracts what others were worth. */
  addDifference(
    now: { points: number; worth: Money | null },
    before: { points: number; worth: Money | null },
  ): void {
    if (now.worth) this.add(worthOfPoints(now.points, now.worth))
    if (before.worth) {
      const { currency, minor } = worthOfPoints(before.points, before.worth)
      this.add({ currency, minor: -minor })
    }
  }
  /** Returns the sums other than zero, by currency. */
  list(): Money[] {
    return [...this.#sums]
      .filter(([, minor]) => minor !== 0)
      .map(([currency, minor]) => ({ currency, minor }))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1))
  }
}
