import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { storeWorkspaceDays } from '#server/modules/liability/store-days.ts'
import { forEachWorkspace, warnOfWorkspace } from '#server/modules/workspaces/for-each-workspace.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import { findYearlyBudget } from './queries.ts'
import { warnOfYearlyBudget } from './warn.ts'

/**
 * Warns teams of the use of their yearly budgets. It stores the days of a team that have ended
 * first, because the worker of the liability may not have come to the team yet.
 */
export const yearlyBudgetWorker = defineWorker({
  name: 'yearly_budgets',
  nightlyAtHourUtc: 5,
  async run({ db, log, clock, events }, stopped) {
    const at = clock.now()
    const onError = warnOfWorkspace(log, 'a yearly budget was not checked')
    await forEachWorkspace(db, { stopped, onError }, async (workspaceId) => {
      if (!(await db.readSnapshot(workspaceId, (trx) => findYearlyBudget(trx, workspaceId)))) return
      await storeWorkspaceDays(db, workspaceId, { at, stopped })
      const changed = await db.tenant(workspaceId, (trx) =>
        warnOfYearlyBudget(trx, workspaceId, at),
      )
      publishInboxChanged({ events }, workspaceId, changed)
    })
  },
})
