import { createLocalCardProvider } from '#server/adapters/cards/local.ts'
import { createStripeCardProvider } from '#server/adapters/cards/stripe.ts'
import type { CardProvider } from '#server/adapters/cards/card-provider.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/background/jobs.ts'
import type { BillingProvider } from '#server/adapters/billing/billing-provider.ts'
import { createLocalBilling } from './local/local-billing.ts'
import { createStripeClient, type StripeSettings } from '#server/adapters/billing/stripe/client.ts'
import { createStripeBilling } from '#server/adapters/billing/stripe/stripe-billing.ts'

/** Creates the card and billing providers of the BILLING setting. */
export function createBilling(
  config: { billing: 'off' | 'local' | 'stripe'; stripe: StripeSettings | null; publicUrl: string },
  db: Database,
  jobs: Jobs,
): { cards: CardProvider; billing: BillingProvider | null } {
  if (config.stripe) {
    const stripe = createStripeClient(config.stripe)
    return { cards: createStripeCardProvider(stripe), billing: createStripeBilling(stripe) }
  }
  return {
    cards: createLocalCardProvider(config.publicUrl, db),
    billing: config.billing === 'off' ? null : createLocalBilling(config.publicUrl, db, jobs),
  }
}
