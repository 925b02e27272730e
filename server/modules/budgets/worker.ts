import { forEachWorkspace, warnOfWorkspace } from '#server/modules/workspaces/for-each-workspace.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { announceEndingBudgets, renewEndedBudgets } from './renew.ts'

/** Ends the periods of budgets that no request has ended yet, and announces coming ends. */
export const budgetWorker = defineWorker({
  name: 'budgets',
  nightlyAtHourUtc: 1,
  async run({ db, log, clock, events }, stopped) {
    const at = clock.now()
    const onError = warnOfWorkspace(log, 'budgets were not renewed')
    await forEachWorkspace(db, { stopped, onError }, async (workspaceId) => {
      const changed = await db.tenant(workspaceId, async (trx) => [
        ...(await renewEndedBudgets(trx, workspaceId, at)),
        ...(await announceEndingBudgets(trx, workspaceId, at)),
      ])
      if (changed.length) events.publish(workspaceId, ['budgets'])
      publishInboxChanged({ events }, workspaceId, changed)
    })
  },
})
