import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'

/** Schedules the deletion of a team. Returns false if it is scheduled or deleted already. */
export async function scheduleDeletion(
  trx: Trx,
  workspaceId: string,
  { dueAt, askedBy }: { dueAt: Date; askedBy: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('workspaces')
    .set({ deletion_due_at: dueAt, deletion_asked_by: askedBy })
    .where('id', '=', workspaceId)
    .where('deletion_due_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes the schedule of a deletion. Returns false if there was none, or the team is deleted. */
export async function unscheduleDeletion(trx: Trx, workspaceId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('workspaces')
    .set({ deletion_due_at: null, deletion_asked_by: null })
    .where('id', '=', workspaceId)
    .where('deletion_due_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns the ids of teams whose grace period is over. */
export async function listDueDeletions(db: Db, at: Date, limit: number): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select workspaces_deletion_due(${at}, ${limit}) as id`.execute(db)
  return rows
}

/** Marks a due team as deleted. Returns false if it is not due, or a process was faster. */
export async function markWorkspaceDeleted(
  trx: Trx,
  workspaceId: string,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('workspaces')
    .set({ deleted_at: at })
    .where('id', '=', workspaceId)
    .where('deletion_due_at', '<=', at)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function revokeWorkspaceSessions(
  trx: Trx,
  workspaceId: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function deleteWaitingMails(trx: Trx, workspaceId: string): Promise<void> {
  await trx
    .deleteFrom('outbox')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Aborts the transaction's statements that wait longer than 20 ms for a lock. */
export async function limitLockWaits(trx: Trx): Promise<void> {
  await sql`set local lock_timeout = '20ms'`.execute(trx)
}

/** Locks the rows that requests lock, then the workspace row. */
export async function lockWorkspaceRows(trx: Trx, workspaceId: string): Promise<void> {
  await sql`select workspace_lock(${workspaceId})`.execute(trx)
}

/** Returns the purchases whose gift card orders are neither settled nor released. */
export async function listOpenOrders(
  trx: Trx,
  workspaceId: string,
): Promise<{ purchase_id: string }[]> {
  return trx
    .selectFrom('gift_orders')
    .select('purchase_id')
    .where('workspace_id', '=', workspaceId)
    .where('step', 'not in', ['settled', 'released'])
    .execute()
}

/** Deletes demo users, posts and rewards. */
export async function deleteDemoRows(trx: Trx, workspaceId: string): Promise<void> {
  await sql`select demo_remove(${workspaceId})`.execute(trx)
}

/** Deletes posts, points and the history of rewards. */
export async function deleteHistory(trx: Trx, workspaceId: string): Promise<void> {
  await sql`select workspace_reset(${workspaceId})`.execute(trx)
}

/** Deletes the accounts of a deleted team that belong to no other team. */
export async function pruneAccountsOfDeleted(db: Db, workspaceId: string): Promise<void> {
  await sql`select deleted_workspace_prune_accounts(${workspaceId})`.execute(db)
}

/** Deletes all rows of a deleted team. Returns the storage keys of its files. */
export async function eraseWorkspaceRows(trx: Trx, workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ keys: string[] }>`
    select workspace_erase(${workspaceId}) as keys`.execute(trx)
  return rows[0]?.keys ?? []
}
