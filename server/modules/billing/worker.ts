import { secondMs } from '#contract/durations.ts'
import { sql } from 'kysely'
import { startPoller } from '#server/platform/background/poller.ts'
import type { Services } from '#server/platform/services.ts'
import { refreshBilling, pushSeatCount } from './sync.ts'
import { notifyTrialsEnding } from './notifications.ts'
import { processBillingWebhooks } from './webhooks.ts'

const batchSize = 50

/** Sends all changed seat counts to the provider. A failed team is retried next time. */
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

/** Syncs teams without recent events, because webhooks may be lost or misconfigured. */
export async function refreshStaleBilling(services: Services): Promise<void> {
  const { rows } = await sql<{
    workspace_id: string
  }>`select billing_stale as workspace_id from billing_stale('stripe', ${services.clock.now()},
    ${batchSize})`.execute(services.db.global)
  for (const { workspace_id: workspaceId } of rows) {
    await refreshBilling(services, workspaceId, true).catch((error: unknown) =>
      services.log.warn(
        { workspace: workspaceId, reason: (error as Error).message },
        'billing sync failed',
      ),
    )
  }
}

/**
 * Starts the background work of billing. Seats every 30 seconds, so that many joins become a single
 * change; ending trials every minute; due steps every few seconds for local billing. For Stripe,
 * received events every second and stale teams every ten minutes.
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
  const events =
    billing.kind === 'stripe'
      ? startPoller(secondMs, 'stripe events', log, () => processBillingWebhooks(services))
      : undefined
  const stale =
    billing.kind === 'stripe'
      ? startPoller(600 * secondMs, 'stale billing', log, () => refreshStaleBilling(services))
      : undefined
  return {
    stop: async () => {
      await Promise.all([seats.stop(), trials.stop(), due?.stop(), events?.stop(), stale?.stop()])
    },
  }
}
