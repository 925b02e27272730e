import { sql } from 'kysely'
import { every } from '#server/platform/every.ts'
import type { Services } from '#server/platform/services.ts'
import { refreshBilling, tellSeats } from './account.ts'
import { tellOfTrials } from './news.ts'
import { drainBillingWebhooks } from './webhooks.ts'

const second = 1_000
const batch = 50

/**
 * Tells the provider of all seats that have changed. A team that cannot be told now is told next
 * time.
 */
export async function tellAllSeats(services: Services): Promise<void> {
  const { rows } = await sql<{
    workspace_id: string
  }>`select seats_take as workspace_id from seats_take(${batch})`.execute(services.db.global)
  for (const { workspace_id } of rows) {
    await tellSeats(services, workspace_id).catch((error: unknown) =>
      services.log.warn({ workspace: workspace_id, reason: (error as Error).message }, 'seats'),
    )
  }
}

/**
 * Reads anew what Stripe may have told of in vain: its webhooks may be lost, or be set up wrongly.
 */
export async function readStale(services: Services): Promise<void> {
  const { rows } = await sql<{
    workspace_id: string
  }>`select billing_stale as workspace_id from billing_stale('stripe', ${services.clock.now()},
    ${batch})`.execute(services.db.global)
  for (const { workspace_id } of rows) {
    await refreshBilling(services, workspace_id, true).catch((error: unknown) =>
      services.log.warn(
        { workspace: workspace_id, reason: (error as Error).message },
        'billing not read',
      ),
    )
  }
}

/**
 * What billing does by itself: every half minute seats are told (many who join at once are one
 * change), every minute who must know that a trial ends, and every few seconds whatever falls due
 * where no provider sees to it. News of a provider are worked on as they come; where they may not
 * come, it is read anew.
 */
export function startBilling(services: Services): { stop(): Promise<void> } {
  const { billing, clock, log } = services
  if (!billing) return { stop: () => Promise.resolve() }
  const seats = every(30 * second, 'seats', log, () => tellAllSeats(services))
  const trials = every(60 * second, 'trials', log, () => tellOfTrials(services))
  const due = billing.turn
    ? every(5 * second, 'billing', log, () => billing.turn?.(clock.now()) ?? Promise.resolve())
    : undefined
  const news =
    billing.kind === 'stripe'
      ? every(second, 'news of Stripe', log, () => drainBillingWebhooks(services))
      : undefined
  const stale =
    billing.kind === 'stripe'
      ? every(600 * second, 'billing read anew', log, () => readStale(services))
      : undefined
  return {
    stop: async () => {
      await Promise.all([seats.stop(), trials.stop(), due?.stop(), news?.stop(), stale?.stop()])
    },
  }
}
