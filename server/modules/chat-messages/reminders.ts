import { minuteMs } from '#contract/durations.ts'
import { isBillingActive } from '#server/platform/auth/sessions.ts'
import { findWorkspace } from '#server/modules/workspaces/queries.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import { forEachDue } from '#server/platform/background/for-each-due.ts'
import type { Services } from '#server/platform/services.ts'
import { findConnection } from './connection-queries.ts'
import { insertDirectMessages } from './expand-delivery.ts'
import { claimReminders, type DueReminder, listDueReminders } from './reminder-queries.ts'

const chatsPerRun = 500
const peoplePerBatch = 500

/** Writes the weekly messages of a chat, batch by batch, each with the record of its people. */
async function writeReminders(
  { db, clock, config }: Services,
  due: DueReminder,
  stopped: () => boolean,
): Promise<void> {
  const { workspace_id: workspaceId, provider } = due
  for (let written = peoplePerBatch; written === peoplePerBatch && !stopped();) {
    written = await db.tenant(workspaceId, async (trx) => {
      const at = clock.now()
      const connection = await findConnection(trx, workspaceId, provider)
      const userIds = await claimReminders(trx, due, peoplePerBatch)
      if (
        !connection ||
        !isBillingActive(await findWorkspace(trx, workspaceId), config.billing, at)
      )
        return 0
      const { hook_id: hookId } = connection
      const event = { workspaceId, provider, hookId, event: 'direct.reminder' } as const
      await insertDirectMessages(
        trx,
        { ...event, subjectId: workspaceId, occurredAt: at, at },
        'reminder',
        userIds,
      )
      return userIds.length
    })
  }
}

/** Writes the weekly messages that are due. Whether points are left is decided when they are sent. */
export async function writeDueReminders(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<void> {
  const due = await listDueReminders(services.db.global, services.clock.now(), chatsPerRun)
  await forEachDue(
    due,
    {
      log: services.log,
      message: 'chat reminders were not written',
      describe: (row) => ({ workspace: row.workspace_id }),
      stopped,
    },
    (row) => writeReminders(services, row, stopped),
  )
}

/** Reminds people of points that they can still give, on Thursday in the time of the workspace. */
export const chatReminderWorker = defineWorker({
  name: 'chat-reminders',
  everyMs: 5 * minuteMs,
  run: writeDueReminders,
})
