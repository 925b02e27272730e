import { dayMs } from '#contract/durations.ts'
import { sql } from 'kysely'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { findAccountAdminRecipients } from '#server/modules/outbox/recipients.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { startPoller, type Poller } from '#server/platform/background/poller.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'

const pollIntervalMs = 60_000
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
    const { numUpdatedRows } = await trx
      .updateTable('workspaces')
      .set({ deletion_due_at: dueAt, deletion_asked_by: userId })
      .where('id', '=', workspaceId)
      .where('deletion_due_at', 'is', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return
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
    const { numUpdatedRows } = await trx
      .updateTable('workspaces')
      .set({ deletion_due_at: null, deletion_asked_by: null })
      .where('id', '=', workspaceId)
      .where('deletion_due_at', 'is not', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return
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
    const { numUpdatedRows } = await trx
      .updateTable('workspaces')
      .set({ deleted_at: at })
      .where('id', '=', workspaceId)
      .where('deletion_due_at', '<=', at)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    await trx
      .updateTable('sessions')
      .set({ revoked_at: at })
      .where('workspace_id', '=', workspaceId)
      .where('revoked_at', 'is', null)
      .execute()
    await trx
      .deleteFrom('outbox')
      .where('workspace_id', '=', workspaceId)
      .where('state', '=', 'waiting')
      .execute()
    await jobs.send(trx, 'erase_workspace', { workspace_id: workspaceId })
    return true
  })
  if (!deleted) return false
  // Open pages fetch the configuration and learn that access has ended.
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
  const { rows } = await sql<{
    id: string
  }>`select workspaces_deletion_due(${at}, ${batchSize}) as id`.execute(services.db.global)
  let count = 0
  for (const { id } of rows) {
    if (stopped()) break
    if (await deleteIfDue(services, id, at)) count += 1
  }
  return count
}

export function startDeletionWorker(services: Services): Poller {
  return startPoller(
    pollIntervalMs,
    'deletions',
    services.log,
    async (stopped) => (await deleteDueWorkspaces(services, stopped)) === batchSize,
  )
}
