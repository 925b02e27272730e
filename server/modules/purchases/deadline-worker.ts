import { minuteMs } from '#contract/durations.ts'
import { sql } from 'kysely'
import { startPoller, type Poller } from '#server/platform/background/poller.ts'
import type { Services } from '#server/platform/services.ts'
import { expirePurchase } from './decisions.ts'

const batchSize = 100

/**
 * Declines team purchases with an expired deadline and refunds their contributors. Returns the
 * number of declined purchases.
 */
export async function expireTeamPurchases({ db, clock, events, log }: Services): Promise<number> {
  const at = clock.now()
  const { rows } = await sql<{
    workspace_id: string
    purchase_id: string
  }>`select * from team_purchases_expired(${at}, ${batchSize})`.execute(db.global)
  let declined = 0
  for (const { workspace_id: workspaceId, purchase_id: purchaseId } of rows) {
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

/**
 * Starts the worker that checks deadlines every minute. Safe with several processes: each purchase
 * is declined once.
 */
export function startDeadlineWorker(services: Services): Poller {
  return startPoller(minuteMs, 'deadlines', services.log, async () => {
    await expireTeamPurchases(services)
  })
}
