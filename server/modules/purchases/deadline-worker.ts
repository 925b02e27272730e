import { minuteMs } from '#contract/durations.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
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
  let declined = 0
  for (const { workspace_id: workspaceId, purchase_id: purchaseId } of expired) {
    try {
      if (!(await expirePurchase(db, workspaceId, purchaseId, at))) continue
      declined += 1
      // Publish to everyone: a team purchase may have many contributors.
      events.publish(workspaceId, ['purchases', 'rewards', 'coins'])
    } catch (error) {
      // A failure does not block the other purchases. The next run retries it.
      log.warn(
        { workspace: workspaceId, purchase: purchaseId, reason: (error as Error).message },
        'deadline',
      )
    }
  }
  return declined
}

/** Checks deadlines. Safe with several processes: each purchase is declined once. */
export const deadlineWorker = defineWorker({
  name: 'deadlines',
  everyMs: minuteMs,
  run: expireTeamPurchases,
})
