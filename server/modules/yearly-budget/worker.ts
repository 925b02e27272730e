import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { storeWorkspaceDays } from '#server/modules/liability/store-days.ts'
import { iterateWorkspaceIds } from '#server/modules/workspaces/iterate-workspace-ids.ts'
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
    for await (const workspaceId of iterateWorkspaceIds(db)) {
      if (stopped()) return
      try {
        if (!(await db.readSnapshot(workspaceId, (trx) => findYearlyBudget(trx, workspaceId))))
          continue
        await storeWorkspaceDays(db, workspaceId, { at, stopped })
        const changed = await db.tenant(workspaceId, (trx) =>
          warnOfYearlyBudget(trx, workspaceId, at),
        )
        publishInboxChanged({ events }, workspaceId, changed)
      } catch (error) {
        log.warn({ err: error, workspace: workspaceId }, 'a yearly budget was not checked')
      }
    }
  },
})
