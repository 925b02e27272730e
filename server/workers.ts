import { hourMs } from '#contract/durations.ts'
import { startPoller } from '#server/platform/background/poller.ts'
import type { Services } from '#server/platform/services.ts'
import { pruneInbox } from '#server/platform/background/webhook-inbox.ts'
import { refreshBilling } from '#server/modules/billing/sync.ts'
import { startBillingWorker } from '#server/modules/billing/worker.ts'
import { startGiftCardWorker } from '#server/workflows/gift-card-orders/worker.ts'
import { startWebhookWorker } from '#server/modules/webhooks/worker.ts'
import { startImportWorker } from '#server/modules/imports/worker.ts'
import { startDeadlineWorker } from '#server/modules/purchases/deadline-worker.ts'
import { startReconciliationWorker } from '#server/modules/reports/worker.ts'
import { startOutboxWorker } from '#server/modules/notifications/send-worker.ts'
import { startRetentionWorker } from '#server/modules/retention/worker.ts'
import { eraseWorkspace } from '#server/workflows/delete-workspace/reset-and-delete.ts'
import { startDeletionWorker } from '#server/workflows/delete-workspace/deletion.ts'

/** Starts the background workers of a server process. */
export async function startWorkers(services: Services): Promise<{ stop(): Promise<void> }> {
  await services.jobs.work('erase_workspace', ({ workspace_id: workspaceId }) =>
    eraseWorkspace(services, workspaceId),
  )
  await services.jobs.work('refresh_billing', ({ workspace_id: workspaceId }) =>
    refreshBilling(services, workspaceId),
  )
  const imports = await startImportWorker(services)
  const outbox = startOutboxWorker(services)
  const webhooks = startWebhookWorker(services)
  const giftCards = startGiftCardWorker(services)
  const deadlines = startDeadlineWorker(services)
  const billing = startBillingWorker(services)
  const inbox = startPoller(hourMs, 'webhook inbox', services.log, () => pruneInbox(services))
  const reports = startReconciliationWorker(services)
  const retention = startRetentionWorker(services)
  const deletions = startDeletionWorker(services)
  return {
    async stop() {
      await Promise.all([
        imports.stop(),
        outbox.stop(),
        webhooks.stop(),
        deadlines.stop(),
        giftCards.stop(),
        billing.stop(),
        inbox.stop(),
        reports.stop(),
        retention.stop(),
        deletions.stop(),
      ])
    },
  }
}
