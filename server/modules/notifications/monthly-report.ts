import { minuteMs } from '#contract/durations.ts'
import {
  claimReportMonth,
  insertReportMails,
  listDueReports,
} from '#server/modules/outbox/reminder-queries.ts'
import { findWorkspace } from '#server/modules/workspaces/queries.ts'
import { isBillingActive } from '#server/platform/auth/sessions.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import { forEachDue } from '#server/platform/background/for-each-due.ts'
import type { Services } from '#server/platform/services.ts'

const workspacesPerRun = 500

/** Returns the days of the month before the one that begins on `month`. */
function findMonthBefore(month: string): { from: string; to: string } {
  const day = Temporal.PlainDate.from(month)
  return { from: day.subtract({ months: 1 }).toString(), to: day.subtract({ days: 1 }).toString() }
}

/**
 * Writes the report mails of a workspace in one transaction with the record of their month, so each
 * reader gets one.
 */
async function writeReport(
  { db, config, clock }: Services,
  workspaceId: string,
  month: string,
): Promise<void> {
  await db.tenant(workspaceId, async (trx) => {
    if (!(await claimReportMonth(trx, workspaceId, month))) return
    const at = clock.now()
    if (!isBillingActive(await findWorkspace(trx, workspaceId), config.billing, at)) return
    await insertReportMails(trx, workspaceId, findMonthBefore(month), at)
  })
}

/** Writes the monthly reports that are due. */
export async function writeDueReports(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<void> {
  const due = await listDueReports(services.db.global, services.clock.now(), workspacesPerRun)
  await forEachDue(
    due,
    {
      log: services.log,
      message: 'monthly report was not written',
      describe: (row) => ({ workspace: row.workspace_id }),
      stopped,
    },
    (row) => writeReport(services, row.workspace_id, row.month),
  )
}

/** Mails the last month to its readers, on the first working day at 9 in their team's time zone. */
export const monthlyReportWorker = defineWorker({
  name: 'monthly-report',
  everyMs: 5 * minuteMs,
  run: writeDueReports,
})
