import type { Selectable, Updateable } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type WorkspaceExportRow = Selectable<Tables['workspace_exports']>

const selectExports = (trx: Trx, workspaceId: string) =>
  trx.selectFrom('workspace_exports').selectAll().where('workspace_id', '=', workspaceId)

/** Returns the exports whose archive is not expired, newest first. */
export async function listWorkspaceExports(
  trx: Trx,
  workspaceId: string,
  at: Date,
): Promise<WorkspaceExportRow[]> {
  return selectExports(trx, workspaceId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .orderBy('id', 'desc')
    .execute()
}

export async function findWorkspaceExport(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<WorkspaceExportRow | undefined> {
  return selectExports(trx, workspaceId).where('id', '=', id).executeTakeFirst()
}

export async function insertWorkspaceExport(
  trx: Trx,
  row: { workspaceId: string; id: string; requestedBy: string; at: Date },
): Promise<void> {
  await trx
    .insertInto('workspace_exports')
    .values({
      workspace_id: row.workspaceId,
      id: row.id,
      requested_by: row.requestedBy,
      created_at: row.at,
    })
    .execute()
}

/** Changes an export that is in progress. Returns false when it no longer is. */
export async function updateRunningExport(
  trx: Trx,
  workspaceId: string,
  id: string,
  columns: Updateable<Tables['workspace_exports']>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('workspace_exports')
    .set(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'in_progress')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes exports that failed, to make room for a new one. */
export async function deleteFailedExports(trx: Trx, workspaceId: string): Promise<void> {
  await trx
    .deleteFrom('workspace_exports')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'failed')
    .execute()
}

/** Deletes an export. Returns its row, or undefined for an unknown id. */
export async function deleteWorkspaceExport(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<WorkspaceExportRow | undefined> {
  return trx
    .deleteFrom('workspace_exports')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
