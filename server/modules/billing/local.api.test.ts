import { describeBillingBehavior } from '#tests/suites/billing-behavior/index.ts'
import { openLocalBilling } from '#tests/support/local-billing.ts'

describeBillingBehavior('local', openLocalBilling)
