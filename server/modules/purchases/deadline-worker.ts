import { sql } from 'kysely'
import { startPoller, type Poller } from '#server/platform/background/poller.ts'
import type { Services } from '#server/platform/services.ts'
import { expirePurchase } from './decisions.ts'

const minuteMs = 60_000
const batchSize = 100

/**
 * Gives everybody their part of team purchases back whose deadline has passed. Answers how many
 * were declined by this.
 */
export async function expireTeamPurchases({ db, clock, events, log }: Services): Promise<number> {
  const at = clock.now()
  const { rows } = await sql<{
    workspace_id: string
    purchase_id: string
  }>`select * from team_purchases_expired(${at}, ${batchSize})`.execute(db.global)
  let done = 0
  for (const { workspace_id: workspaceId, purchase_id: purchaseId } of rows) {
    try {
      if (!(await expirePurchase(db, workspaceId, purchaseId, at))) continue
      done += 1
      // Many may have had a part in it.
      events.publish(workspaceId, ['purchases', 'rewards', 'coins'])
    } catch (error) {
      // One that cannot be closed now does not keep the others waiting; the next minute tries
      // again.
      log.warn(
        { workspace: workspaceId, purchase: purchaseId, reason: (error as Error).message },
        'deadline',
      )
    }
  }
  return done
}

/**
 * Looks for passed deadlines every minute until stopped. Several processes may: each purchase is
 * declined once.
 */
export function startDeadlineWorker(services: Services): Poller {
  return startPoller(minuteMs, 'deadlines', services.log, async () => {
    await expireTeamPurchases(services)
  })
}
