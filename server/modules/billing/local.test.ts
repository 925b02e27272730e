import { describeBilling } from '#server/test/billing-behaviour.ts'
import { openLocalBilling } from '#server/test/local-billing.ts'

describeBilling('local', openLocalBilling)
