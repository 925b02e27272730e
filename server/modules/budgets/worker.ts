import { iterateWorkspaceIds } from '#server/modules/workspaces/iterate-workspace-ids.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { announceEndingBudgets, renewEndedBudgets } from './renew.ts'

/** Ends the periods of budgets that no request has ended yet, and announces coming ends. */
export const budgetWorker = defineWorker({
  name: 'budgets',
  nightlyAtHourUtc: 1,
  async run({ db, log, clock, events }, stopped) {
    const at = clock.now()
    for await (const workspaceId of iterateWorkspaceIds(db)) {
      if (stopped()) return
      await db
        .tenant(workspaceId, async (trx) => [
          ...(await renewEndedBudgets(trx, workspaceId, at)),
          ...(await announceEndingBudgets(trx, workspaceId, at)),
        ])
        .then((changed) => {
          if (changed.length) events.publish(workspaceId, ['budgets'])
          publishInboxChanged({ events }, workspaceId, changed)
        })
        .catch((error: unknown) =>
          log.warn({ err: error, workspace: workspaceId }, 'budgets were not renewed'),
        )
    }
  },
})
