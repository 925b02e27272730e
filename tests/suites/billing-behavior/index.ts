import { describe } from 'vitest'
import type { BillingHarness } from '#tests/support/billing-harness.ts'
import {
  testPlanPrices,
  testTrials,
  testFirstPayments,
  testCancellations,
} from './subscriptions.ts'
import { testDiscounts, testPromotionCodes, testPlanChanges, testSeats } from './prices.ts'
import { testFailedPayments, testRepeatsAndPages, testBillingDetails } from './payments.ts'
import { setupBilling } from './setup.ts'

/**
 * Behavior of billing for any implementation: tests use the calls of the contract, and the harness
 * for the outside world. Every implementation matches to the cent.
 */
export function describeBillingBehavior(name: string, open: () => Promise<BillingHarness>): void {
  describe(`billing by ${name}`, () => {
    setupBilling(open)
    testPlanPrices()
    testTrials()
    testFirstPayments()
    testCancellations()
    testDiscounts()
    testPromotionCodes()
    testPlanChanges()
    testSeats()
    testFailedPayments()
    testRepeatsAndPages()
    testBillingDetails()
  })
}
