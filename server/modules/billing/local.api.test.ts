import { describeBillingBehaviour } from '#tests/suites/billing-behaviour.ts'
import { openLocalBilling } from '#tests/support/local-billing.ts'

describeBillingBehaviour('local', openLocalBilling)
