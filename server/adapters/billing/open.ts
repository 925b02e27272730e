import { createLocalCardProvider } from '#server/adapters/cards/local.ts'
import { createStripeCardProvider } from '#server/adapters/cards/stripe.ts'
import type { CardProvider } from '#server/adapters/cards/cards.ts'
import type { Database } from '#server/platform/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { BillingProvider } from './billing.ts'
import { createLocalBilling } from './local/local.ts'
import { createStripeClient, type StripeSettings } from './stripe/client.ts'
import { createStripeBilling } from './stripe/stripe.ts'

/** What takes cards and sells subscriptions, as BILLING says. */
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
