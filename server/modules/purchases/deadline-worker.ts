import { minuteMs } from '#contract/durations.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import { forEachDue } from '#server/platform/background/for-each-due.ts'
import type { Services } from '#server/platform/services.ts'
import { expirePurchase } from './decisions.ts'
import { listExpiredTeamPurchases } from './queries.ts'

const batchSize = 100

/**
 * Declines team purchases with an expired deadline and refunds their contributors. Returns the
 * number of declined purchases.
 */
export async function expireTeamPurchases({ db, clock, events, log }: Services): Promise<number> {
  const at = clock.now()
  const expired = await listExpiredTeamPurchases(db.global, at, batchSize)
  return forEachDue(
    expired,
    {
      log,
      message: 'team purchase was not declined',
      describe: (row) => ({ workspace: row.workspace_id, purchase: row.purchase_id }),
    },
    async ({ workspace_id: workspaceId, purchase_id: purchaseId }) => {
      if (!(await expirePurchase(db, workspaceId, purchaseId, at))) return false
      // Publish to everyone: a team purchase may have many contributors.
      events.publish(workspaceId, ['purchases', 'rewards', 'coins'])
      return true
    },
  )
}

/** Checks deadlines. Safe with several processes: each purchase is declined once. */
export const deadlineWorker = defineWorker({
  name: 'deadlines',
  everyMs: minuteMs,
  run: expireTeamPurchases,
})
