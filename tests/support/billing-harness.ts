import type { TestCard } from '#contract/test-cards.ts'
import type { TestApp } from './test-app.ts'

/** The operations that the billing behavior suite needs from each implementation. */
export type BillingHarness = {
  t: TestApp
  /**
   * Completes the page at `session_url` with a card of this kind. Returns the redirect URL, or the
   * code of the refusal.
   */
  pay(
    sessionUrl: string,
    card: TestCard['kind'],
  ): Promise<{ redirect_url: string } | { refused: string }>
  /** Advances the clock day by day. Due work at the provider runs, and its events are delivered. */
  advanceTime(days: number): Promise<void>
  /** Creates a promotion code. `months` null means forever. */
  createPromotionCode(
    code: string,
    rule: { percent: number; months: number | null; times?: number; ends_at?: Date },
  ): Promise<void>
  /** Throws when an invariant is violated: the provider contract, or the sums. */
  checkInvariants(): Promise<void>
  stop(): Promise<void>
}
