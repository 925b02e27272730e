import { defineWorker } from '#server/platform/background/define-worker.ts'
import { forEachDue } from '#server/platform/background/for-each-due.ts'
import type { Services } from '#server/platform/services.ts'
import { endDueGrace } from './end-grace.ts'
import { listDueLeavers } from './queries.ts'

const batchSize = 200

/**
 * Ends the graces that are due, in batches while any of a batch ends. Returns the number of ended
 * graces.
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
    const ended = await forEachDue(
      due,
      {
        log,
        message: 'grace was not ended',
        describe: (row) => ({ workspace: row.workspace_id, user: row.user_id }),
        stopped,
      },
      (row) => endDueGrace(services, row.workspace_id, row.user_id, at),
    )
    total += ended
    if (due.length < batchSize || ended === 0 || stopped()) return total
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
