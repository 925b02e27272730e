import { describeBillingBehaviour } from '#server/test/billing-behaviour.ts'
import { openStripeBilling } from '#server/test/stripe-billing.ts'

describeBillingBehaviour('stripe', openStripeBilling)
