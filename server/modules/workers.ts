import { every } from '#server/platform/every.ts'
import type { Services } from '#server/platform/services.ts'
import { pruneNews } from '#server/platform/webhooks.ts'
import { refreshBilling } from './billing/account.ts'
import { startBilling } from './billing/worker.ts'
import { startGiftOrders } from './giftcards/worker.ts'
import { startHooks } from './hooks/worker.ts'
import { startImports } from './imports/worker.ts'
import { startDeadlines } from './purchases/deadlines.ts'
import { startReportCheck } from './reports/worker.ts'
import { startOutbox } from './notifications/outbox.ts'
import { startRetention } from './retention/worker.ts'
import { eraseWorkspace } from './workspaces/danger.ts'
import { startDeletions } from './workspaces/deletion.ts'

const hour = 3_600_000

/** What a server process works on besides answering requests. */
export async function startWorkers(services: Services): Promise<{ stop(): Promise<void> }> {
  await services.jobs.work('erase_workspace', ({ workspace_id }) =>
    eraseWorkspace(services, workspace_id),
  )
  await services.jobs.work('refresh_billing', ({ workspace_id }) =>
    refreshBilling(services, workspace_id),
  )
  const imports = await startImports(services)
  const outbox = startOutbox(services)
  const hooks = startHooks(services)
  const gifts = startGiftOrders(services)
  const deadlines = startDeadlines(services)
  const billing = startBilling(services)
  const news = every(hour, 'old news', services.log, () => pruneNews(services))
  const reports = startReportCheck(services)
  const retention = startRetention(services)
  const deletions = startDeletions(services)
  return {
    async stop() {
      await Promise.all([
        imports.stop(),
        outbox.stop(),
        hooks.stop(),
        deadlines.stop(),
        gifts.stop(),
        billing.stop(),
        news.stop(),
        reports.stop(),
        retention.stop(),
        deletions.stop(),
      ])
    },
  }
}
