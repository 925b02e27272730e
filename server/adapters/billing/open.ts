import { localCards } from '#server/adapters/cards/local.ts'
import type { Cards } from '#server/adapters/cards/cards.ts'
import type { Database } from '#server/platform/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Billing } from './billing.ts'
import { localBilling } from './local/local.ts'

/** What takes cards and sells subscriptions, as BILLING says. */
export function openBilling(config: { billing: 'off' | 'local' | 'stripe'; publicUrl: string }, db: Database, jobs: Jobs): { cards: Cards; billing: Billing | null } {
  return { cards: localCards(config.publicUrl, db), billing: config.billing === 'off' ? null : localBilling(config.publicUrl, db, jobs) }
}
