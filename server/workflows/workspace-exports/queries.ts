import type { Selectable, Updateable } from 'kysely'
import type { WorkspaceExportCode } from '#contract/schemas/workspace-exports.ts'
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

/** Begins an attempt to build an archive, which ends earlier ones. Returns whether it is needed. */
export async function startAttempt(
  trx: Trx,
  workspaceId: string,
  id: string,
  partsId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('workspace_exports')
    .set({ parts_id: partsId, progress: 0 })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'in_progress')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Changes an export during an attempt. Returns false when the attempt is over. */
export async function updateAttempt(
  trx: Trx,
  workspaceId: string,
  partsId: string,
  columns: Updateable<Tables['workspace_exports']>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('workspace_exports')
    .set(columns)
    .where('workspace_id', '=', workspaceId)
    .where('parts_id', '=', partsId)
    .where('state', '=', 'in_progress')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks an export as failed, unless it has ended. */
export async function failExport(
  trx: Trx,
  workspaceId: string,
  id: string,
  { code, at }: { code: WorkspaceExportCode; at: Date },
): Promise<void> {
  await trx
    .updateTable('workspace_exports')
    .set({ state: 'failed', code, finished_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'in_progress')
    .execute()
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
