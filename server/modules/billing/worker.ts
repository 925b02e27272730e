import { sql } from 'kysely'
import { startPoller } from '#server/platform/background/poller.ts'
import type { Services } from '#server/platform/services.ts'
import { refreshBilling, pushSeatCount } from './sync.ts'
import { notifyTrialsEnding } from './notifications.ts'
import { processBillingWebhooks } from './webhooks.ts'

const secondMs = 1_000
const batchSize = 50

/**
 * Tells the provider of all seats that have changed. A team that cannot be told now is told next
 * time.
 */
export async function pushChangedSeatCounts(services: Services): Promise<void> {
  const { rows } = await sql<{
    workspace_id: string
  }>`select seats_take as workspace_id from seats_take(${batchSize})`.execute(services.db.global)
  for (const { workspace_id: workspaceId } of rows) {
    await pushSeatCount(services, workspaceId).catch((error: unknown) =>
      services.log.warn({ workspace: workspaceId, reason: (error as Error).message }, 'seats'),
    )
  }
}

/**
 * Reads anew what Stripe may have told of in vain: its webhooks may be lost, or be set up wrongly.
 */
export async function refreshStaleBilling(services: Services): Promise<void> {
  const { rows } = await sql<{
    workspace_id: string
  }>`select billing_stale as workspace_id from billing_stale('stripe', ${services.clock.now()},
    ${batchSize})`.execute(services.db.global)
  for (const { workspace_id: workspaceId } of rows) {
    await refreshBilling(services, workspaceId, true).catch((error: unknown) =>
      services.log.warn(
        { workspace: workspaceId, reason: (error as Error).message },
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
export function startBillingWorker(services: Services): { stop(): Promise<void> } {
  const { billing, clock, log } = services
  if (!billing) return { stop: () => Promise.resolve() }
  const seats = startPoller(30 * secondMs, 'seats', log, () => pushChangedSeatCounts(services))
  const trials = startPoller(60 * secondMs, 'trials', log, () => notifyTrialsEnding(services))
  const due = billing.processDue
    ? startPoller(
        5 * secondMs,
        'billing',
        log,
        () => billing.processDue?.(clock.now()) ?? Promise.resolve(),
      )
    : undefined
  const news =
    billing.kind === 'stripe'
      ? startPoller(secondMs, 'news of Stripe', log, () => processBillingWebhooks(services))
      : undefined
  const stale =
    billing.kind === 'stripe'
      ? startPoller(600 * secondMs, 'billing read anew', log, () => refreshStaleBilling(services))
      : undefined
  return {
    stop: async () => {
      await Promise.all([seats.stop(), trials.stop(), due?.stop(), news?.stop(), stale?.stop()])
    },
  }
}
