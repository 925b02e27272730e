import { afterAll, afterEach, beforeAll } from 'vitest'
import type { BillingHarness } from '#tests/support/billing-harness.ts'
import { type BillingActions, createBillingActions } from './actions.ts'

/** The implementation under test and the actions on it; a test file opens one implementation. */
export let harness: BillingHarness
export let actions: BillingActions
export const nowMs = () => harness.t.clock.now().getTime()

/** Opens the implementation before the tests and checks its invariants after each. */
export function setupBilling(open: () => Promise<BillingHarness>): void {
  beforeAll(async () => {
    harness = await open()
    actions = createBillingActions(harness)
  }, 60_000)
  afterEach(async () => {
    await harness.checkInvariants()
    await actions.cancelSubscriptions()
  }, 30_000)
  afterAll(() => harness?.stop())
}
