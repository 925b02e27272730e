import { describeBillingBehavior } from '#tests/suites/billing-behavior/index.ts'
import { openStripeBilling } from '#tests/support/stripe-billing.ts'

describeBillingBehavior('stripe', openStripeBilling)
