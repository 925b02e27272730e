import { describeBillingBehaviour } from '#tests/suites/billing-behaviour/index.ts'
import { openLocalBilling } from '#tests/support/local-billing.ts'

describeBillingBehaviour('local', openLocalBilling)
