import { minuteMs } from '#contract/durations.ts'
import {
  claimDigestWeek,
  findDigestFacts,
  insertDigestMails,
  listDueDigests,
} from '#server/modules/outbox/reminder-queries.ts'
import { findWorkspace } from '#server/modules/workspaces/queries.ts'
import { isBillingActive } from '#server/platform/auth/sessions.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import { forEachDue } from '#server/platform/background/for-each-due.ts'
import type { Services } from '#server/platform/services.ts'

const workspacesPerRun = 500

/** Returns the seven days before a Monday. */
function findWeekBefore(monday: string): { from: string; to: string } {
  const day = Temporal.PlainDate.from(monday)
  return {
    from: day.subtract({ days: 7 }).toString(),
    to: day.subtract({ days: 1 }).toString(),
  }
}

/**
 * Writes the digest mails of a workspace in one transaction with the record of their week, so each
 * member gets one. A week without public thanks has none.
 */
async function writeDigest(
  { db, config, clock }: Services,
  workspaceId: string,
  week: string,
): Promise<void> {
  await db.tenant(workspaceId, async (trx) => {
    if (!(await claimDigestWeek(trx, workspaceId, week))) return
    const at = clock.now()
    if (!isBillingActive(await findWorkspace(trx, workspaceId), config.billing, at)) return
    const days = findWeekBefore(week)
    const facts = await findDigestFacts(trx, workspaceId, days)
    if (facts.thanks) await insertDigestMails(trx, workspaceId, { ...facts, ...days }, at)
  })
}

/** Writes the digests that are due. */
export async function writeDueDigests(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<void> {
  const due = await listDueDigests(services.db.global, services.clock.now(), workspacesPerRun)
  await forEachDue(
    due,
    {
      log: services.log,
      message: 'weekly digest was not written',
      describe: (row) => ({ workspace: row.workspace_id }),
      stopped,
    },
    (row) => writeDigest(services, row.workspace_id, row.week),
  )
}

/** Mails the week in numbers, on Monday at 9 in the time zone of each workspace. */
export const weeklyDigestWorker = defineWorker({
  name: 'weekly-digest',
  everyMs: 5 * minuteMs,
  run: writeDueDigests,
})
