import { describeBillingBehaviour } from '#tests/suites/billing-behaviour/index.ts'
import { openStripeBilling } from '#tests/support/stripe-billing.ts'

describeBillingBehaviour('stripe', openStripeBilling)
