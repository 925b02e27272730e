import { defineWorker } from '#server/platform/background/define-worker.ts'
import type { Services } from '#server/platform/services.ts'
import { endDueGrace } from './end-grace.ts'
import { listDueLeavers } from './queries.ts'

const batchSize = 200

/**
 * Ends the graces that are due, in batches while any of a batch ends. A failure does not block the
 * others; the next night retries it. Returns the number of ended graces.
 */
export async function endDueGraces(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<number> {
  const { db, clock, log } = services
  let total = 0
  for (;;) {
    const at = clock.now()
    const due = await listDueLeavers(db.global, at, batchSize)
    let ended = 0
    for (const { workspace_id: workspaceId, user_id: userId } of due) {
      if (stopped()) return total + ended
      try {
        if (await endDueGrace(services, workspaceId, userId, at)) ended += 1
      } catch (error) {
        log.warn({ err: error, workspace: workspaceId, user: userId }, 'grace was not ended')
      }
    }
    total += ended
    if (due.length < batchSize || ended === 0) return total
  }
}

/** Ends the balances of leavers at the end of their grace. */
export const leaverGraceWorker = defineWorker({
  name: 'leavers',
  nightlyAtHourUtc: 2,
  run: async (services, stopped) => {
    await endDueGraces(services, stopped)
  },
})
