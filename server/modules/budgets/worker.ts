import { iterateWorkspaceIds } from '#server/modules/workspaces/iterate-workspace-ids.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import { renewEndedBudgets } from './renew.ts'

/** Ends the periods of budgets that no request has ended yet. */
export const budgetWorker = defineWorker({
  name: 'budgets',
  nightlyAtHourUtc: 1,
  async run({ db, log, clock, events }, stopped) {
    const at = clock.now()
    for await (const workspaceId of iterateWorkspaceIds(db)) {
      if (stopped()) return
      await db
        .tenant(workspaceId, (trx) => renewEndedBudgets(trx, workspaceId, at))
        .then((changed) => changed && events.publish(workspaceId, ['budgets']))
        .catch((error: unknown) =>
          log.warn({ err: error, workspace: workspaceId }, 'budgets were not renewed'),
        )
    }
  },
})
