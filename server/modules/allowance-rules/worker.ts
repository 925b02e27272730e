import { refreshAllowanceRules } from '#server/modules/allowances/refresh-people-rules.ts'
import { iterateWorkspaceIds } from '#server/modules/workspaces/iterate-workspace-ids.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'

/** Applies the allowance rules to everyone: their audiences depend on the months at work. */
export const allowanceRuleWorker = defineWorker({
  name: 'allowance_rules',
  nightlyAtHourUtc: 1,
  async run({ db, log, clock }, stopped) {
    const at = clock.now()
    for await (const workspaceId of iterateWorkspaceIds(db)) {
      if (stopped()) return
      await db
        .tenant(workspaceId, async (trx) => {
          await lockSettings(trx, workspaceId)
          await refreshAllowanceRules(trx, workspaceId, 'all', at)
        })
        .catch((error: unknown) =>
          log.warn({ err: error, workspace: workspaceId }, 'allowance rules were not applied'),
        )
    }
  },
})
