import { localCards } from '#server/adapters/cards/local.ts'
import { stripeCards } from '#server/adapters/cards/stripe.ts'
import type { Cards } from '#server/adapters/cards/cards.ts'
import type { Database } from '#server/platform/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Billing } from './billing.ts'
import { localBilling } from './local/local.ts'
import { openStripe, type StripeSettings } from './stripe/client.ts'
import { stripeBilling } from './stripe/stripe.ts'

/** What takes cards and sells subscriptions, as BILLING says. */
export function openBilling(
  config: { billing: 'off' | 'local' | 'stripe'; stripe: StripeSettings | null; publicUrl: string },
  db: Database,
  jobs: Jobs,
): { cards: Cards; billing: Billing | null } {
  if (config.stripe) {
    const stripe = openStripe(config.stripe)
    return { cards: stripeCards(stripe), billing: stripeBilling(stripe) }
  }
  return {
    cards: localCards(config.publicUrl, db),
    billing: config.billing === 'off' ? null : localBilling(config.publicUrl, db, jobs),
  }
}
