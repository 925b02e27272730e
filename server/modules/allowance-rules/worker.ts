import { refreshAllowanceRules } from '#server/modules/allowances/refresh-people-rules.ts'
import { forEachWorkspace, warnOfWorkspace } from '#server/modules/workspaces/for-each-workspace.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'

/** Applies the allowance rules to everyone: their audiences depend on the months at work. */
export const allowanceRuleWorker = defineWorker({
  name: 'allowance_rules',
  nightlyAtHourUtc: 1,
  async run({ db, log, clock }, stopped) {
    const at = clock.now()
    const onError = warnOfWorkspace(log, 'allowance rules were not applied')
    await forEachWorkspace(db, { stopped, onError }, (workspaceId) =>
      db.tenant(workspaceId, async (trx) => {
        await lockSettings(trx, workspaceId)
        await refreshAllowanceRules(trx, workspaceId, 'all', at)
      }),
    )
  },
})
