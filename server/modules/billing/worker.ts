import { minuteMs, secondMs } from '#contract/durations.ts'
import { defineJobWorker, defineWorker } from '#server/platform/background/define-worker.ts'
import type { Services } from '#server/platform/services.ts'
import { refreshBilling, pushSeatCount } from './sync.ts'
import { listStaleTeams, listTeamsWithChangedSeats } from './team-queries.ts'
import { notifyTrialsEnding } from './notifications.ts'
import { processBillingWebhooks } from './webhooks.ts'

const batchSize = 50

/** Sends all changed seat counts to the provider. A failed team is retried next time. */
export async function pushChangedSeatCounts(services: Services): Promise<void> {
  for (const workspaceId of await listTeamsWithChangedSeats(services.db.global, batchSize)) {
    await pushSeatCount(services, workspaceId).catch((error: unknown) =>
      services.log.warn({ workspace: workspaceId, reason: (error as Error).message }, 'seats'),
    )
  }
}

/** Syncs teams without recent events, because webhooks may be lost or misconfigured. */
export async function refreshStaleBilling(services: Services): Promise<void> {
  const { db, clock } = services
  for (const workspaceId of await listStaleTeams(db.global, clock.now(), batchSize)) {
    await refreshBilling(services, workspaceId, true).catch((error: unknown) =>
      services.log.warn(
        { workspace: workspaceId, reason: (error as Error).message },
        'billing sync failed',
      ),
    )
  }
}

const hasBilling = ({ billing }: Services) => billing !== null
const usesStripe = ({ billing }: Services) => billing?.kind === 'stripe'

/** Sends changed seats. A pause between runs makes many joins a single change. */
export const seatWorker = defineWorker({
  name: 'seats',
  everyMs: 30 * secondMs,
  isNeeded: hasBilling,
  run: pushChangedSeatCounts,
})

/** Mails teams whose trial ends soon. */
export const trialWorker = defineWorker({
  name: 'trials',
  everyMs: minuteMs,
  isNeeded: hasBilling,
  run: notifyTrialsEnding,
})

/** Runs due renewals, charges and retries of billing without a provider. */
export const localBillingWorker = defineWorker({
  name: 'billing',
  queue: 'local_subscriptions',
  isNeeded: ({ billing }: Services) => billing?.processDue !== undefined,
  run: async ({ billing, clock }) => billing?.processDue?.(clock.now()),
})

/** Processes the events of Stripe. */
export const stripeEventWorker = defineWorker({
  name: 'stripe events',
  queue: 'stripe_events',
  isNeeded: usesStripe,
  run: processBillingWebhooks,
})

/** Syncs teams whose events may be lost. */
export const staleBillingWorker = defineWorker({
  name: 'stale billing',
  everyMs: 10 * minuteMs,
  isNeeded: usesStripe,
  run: refreshStaleBilling,
})

/** Syncs a team after a change of its subscription. */
export const billingSyncWorker = defineJobWorker({
  name: 'billing sync',
  job: 'refresh_billing',
  run: (services, { workspace_id: workspaceId }) => refreshBilling(services, workspaceId),
})
