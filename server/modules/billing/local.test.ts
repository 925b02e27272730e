import { describeBillingBehaviour } from '#server/test/billing-behaviour.ts'
import { openLocalBilling } from '#server/test/local-billing.ts'

describeBillingBehaviour('local', openLocalBilling)
