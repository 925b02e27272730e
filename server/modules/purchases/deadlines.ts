import { sql } from 'kysely'
import { every, type Turns } from '#server/platform/every.ts'
import type { Services } from '#server/platform/services.ts'
import { expire } from './decisions.ts'

const minute = 60_000
const batch = 100

/**
 * Gives everybody their part of team purchases back whose deadline has passed. Answers how many
 * were declined by this.
 */
export async function expireTeamPurchases({ db, clock, events, log }: Services): Promise<number> {
  const at = clock.now()
  const { rows } = await sql<{
    workspace_id: string
    purchase_id: string
  }>`select * from team_purchases_expired(${at}, ${batch})`.execute(db.global)
  let done = 0
  for (const { workspace_id, purchase_id } of rows) {
    try {
      if (!(await expire(db, workspace_id, purchase_id, at))) continue
      done += 1
      // Many may have had a part in it.
      events.publish(workspace_id, ['purchases', 'rewards', 'coins'])
    } catch (error) {
      // One that cannot be closed now does not keep the others waiting; the next minute tries
      // again.
      log.warn(
        { workspace: workspace_id, purchase: purchase_id, reason: (error as Error).message },
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
export function startDeadlines(services: Services): Turns {
  return every(minute, 'deadlines', services.log, async () => {
    await expireTeamPurchases(services)
  })
}
