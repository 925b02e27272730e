import { describeBilling } from '#server/test/billing-behaviour.ts'
import { openStripeBilling } from '#server/test/stripe-billing.ts'

describeBilling('stripe', openStripeBilling)
