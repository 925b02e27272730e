import type { TestCard } from '#contract/test-cards.ts'
import type { TestApp } from './test-app.ts'

/** What the behaviour suite of billing needs of an implementation, whichever it is. */
export type BillingHarness = {
  t: TestApp
  /**
   * Goes through the page at `session_url` with a card of this kind; answers where it leads back
   * to, or the code of its refusal.
   */
  pay(
    sessionUrl: string,
    card: TestCard['kind'],
  ): Promise<{ redirect_url: string } | { refused: string }>
  /** Days pass, one by one; whatever falls due at the provider happens, and news of it reach us. */
  advanceTime(days: number): Promise<void>
  /** A promotion code exists from now on. `months` null is for good. */
  promo(
    code: string,
    rule: { percent: number; months: number | null; times?: number; ends_at?: Date },
  ): Promise<void>
  /** Nothing is broken that should hold whatever happened: contract violations, sums. Throws. */
  checkInvariants(): Promise<void>
  stop(): Promise<void>
}
