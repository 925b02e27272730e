import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { addEndingAllowances } from '#server/modules/inbox-items/notice-queries.ts'
import { forEachWorkspace, warnOfWorkspace } from '#server/modules/workspaces/for-each-workspace.ts'
import {
  claimPointsLeftPeriod,
  insertPointsLeftMails,
} from '#server/modules/outbox/reminder-queries.ts'
import { isBillingActive } from '#server/platform/auth/sessions.ts'
import { findSettings, findWorkspace } from '#server/modules/workspaces/queries.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import { findPeriod } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * Reminds the members of a workspace in the last days of a period, in the inbox and by mail. Daily
 * limits have no reminder.
 */
async function remindWorkspace(
  { db, events, config }: Services,
  workspaceId: string,
  at: Date,
): Promise<void> {
  const reminded = await db.tenant(workspaceId, async (trx) => {
    const { limit_period: limitPeriod, timezone } = await findSettings(trx, workspaceId)
    const period = findPeriod(at, limitPeriod, timezone)
    const isEnding = period.end.getTime() - at.getTime() <= limits.inbox_allowance_days * dayMs
    if (limitPeriod === 'day' || !isEnding) return []
    const workspace = await findWorkspace(trx, workspaceId)
    if (
      isBillingActive(workspace, config.billing, at) &&
      (await claimPointsLeftPeriod(trx, workspaceId, period.start))
    )
      await insertPointsLeftMails(trx, workspaceId, period, at)
    return addEndingAllowances(trx, workspaceId, period, at)
  })
  publishInboxChanged({ events }, workspaceId, reminded)
}

/** Reminds people of points that they can give until their period ends, once for each period. */
export const allowanceReminderWorker = defineWorker({
  name: 'allowance_reminders',
  nightlyAtHourUtc: 6,
  async run(services, stopped) {
    const at = services.clock.now()
    const onError = warnOfWorkspace(services.log, 'allowance reminder failed')
    await forEachWorkspace(services.db, { stopped, onError }, (workspaceId) =>
      remindWorkspace(services, workspaceId, at),
    )
  },
})
