import { dayMs, minuteMs } from '#contract/durations.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { findAccountAdminRecipients } from '#server/modules/outbox/recipient-queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import { forEachDue } from '#server/platform/background/for-each-due.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import {
  deleteWaitingMails,
  listDueDeletions,
  markWorkspaceDeleted,
  revokeWorkspaceSessions,
  scheduleDeletion,
  unscheduleDeletion,
} from './queries.ts'

const batchSize = 20

/** Mails all account administrators of a team. The mail cannot be switched off. */
async function notifyAdministrators(
  trx: Trx,
  actor: Actor,
  params: { news: 'requested'; due_at: string } | { news: 'canceled' },
  at: Date,
): Promise<void> {
  const recipients = await findAccountAdminRecipients(trx, actor.workspace_id)
  const mails = recipients.map((recipient) => ({
    ...recipient,
    kind: 'workspace_deletion' as const,
    params: { ...params, by: actor.user_id },
  }))
  await enqueueMails(trx, actor.workspace_id, mails, at)
}

/**
 * Schedules the deletion of a team after the grace period (DELETION_GRACE_DAYS). Without a grace
 * period the team is deleted at once. A second request changes nothing.
 */
export async function requestDeletion(services: Services, actor: Actor, at: Date): Promise<void> {
  const { db, config, events, log } = services
  const { workspace_id: workspaceId, user_id: userId } = actor
  const dueAt = new Date(at.getTime() + config.deletionGraceDays * dayMs)
  await db.tenant(workspaceId, async (trx) => {
    if (!(await scheduleDeletion(trx, workspaceId, { dueAt, askedBy: userId }))) return
    await audit(
      trx,
      actor,
      'workspace.delete_requested',
      { grace_days: config.deletionGraceDays },
      at,
    )
    await notifyAdministrators(trx, actor, { news: 'requested', due_at: dueAt.toISOString() }, at)
  })
  if (config.deletionGraceDays === 0) await deleteIfDue(services, workspaceId, at)
  events.publish(workspaceId, ['config'])
  log.info({ workspace: workspaceId, actor: userId, due_at: dueAt }, 'workspace deletion requested')
}

/** Cancels a scheduled deletion. Without one it changes nothing. */
export async function cancelDeletion(
  { db, events }: Services,
  actor: Actor,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId } = actor
  await db.tenant(workspaceId, async (trx) => {
    if (!(await unscheduleDeletion(trx, workspaceId))) return
    await audit(trx, actor, 'workspace.delete_canceled', {}, at)
    await notifyAdministrators(trx, actor, { news: 'canceled' }, at)
  })
  events.publish(workspaceId, ['config'])
}

/**
 * Deletes a team after its grace period. Access ends at once, and a job erases the data. The
 * conditional update lets only one process do it.
 */
async function deleteIfDue(
  { db, jobs, events, log }: Services,
  workspaceId: string,
  at: Date,
): Promise<boolean> {
  const deleted = await db.tenant(workspaceId, async (trx) => {
    if (!(await markWorkspaceDeleted(trx, workspaceId, at))) return false
    await revokeWorkspaceSessions(trx, workspaceId, at)
    await deleteWaitingMails(trx, workspaceId)
    await jobs.send(trx, 'erase_workspace', { workspace_id: workspaceId })
    return true
  })
  if (!deleted) return false
  // Open pages refetch the configuration, which ends their access.
  events.publish(workspaceId, ['config'])
  log.info({ workspace: workspaceId }, 'workspace deleted')
  return true
}

/** Deletes the teams whose grace period is over. Returns how many. */
export async function deleteDueWorkspaces(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<number> {
  const at = services.clock.now()
  const due = await listDueDeletions(services.db.global, at, batchSize)
  return forEachDue(
    due,
    {
      log: services.log,
      message: 'workspace was not deleted',
      describe: ({ id }) => ({ workspace: id }),
      stopped,
    },
    ({ id }) => deleteIfDue(services, id, at),
  )
}

/** Deletes teams whose grace period is over. */
export const deletionWorker = defineWorker({
  name: 'deletions',
  everyMs: minuteMs,
  run: async (services, stopped) => (await deleteDueWorkspaces(services, stopped)) === batchSize,
})
