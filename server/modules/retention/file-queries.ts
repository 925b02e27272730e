import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { countDeleted } from './batch.ts'

/** Deletes the rows of unused pictures. `deleteOrphanedFiles` deletes their stored files. */
export const deleteUnusedFiles = (trx: Trx, workspaceId: string, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from files f
      where f.workspace_id = ${workspaceId} and f.created_at < ${before}
        and not exists (
          select 1 from users u
          where u.workspace_id = ${workspaceId} and u.avatar_file_id = f.id)
        and not exists (
          select 1 from workspaces w
          where w.id = ${workspaceId} and w.logo_file_id = f.id)
        and not exists (
          select 1 from rewards r
          where r.workspace_id = ${workspaceId} and r.picture_file_id = f.id)
        and not exists (
          select 1 from purchases p
          where p.workspace_id = ${workspaceId} and p.picture_file_id = f.id)
        and not exists (
          select 1 from posts p
          where p.workspace_id = ${workspaceId} and p.picture_file_id = f.id)
        and not exists (
          select 1 from awards w
          where w.workspace_id = ${workspaceId} and w.picture_file_id = f.id)
        and not exists (
          select 1 from group_card_signatures g
          where g.workspace_id = ${workspaceId} and g.picture_file_id = f.id)`,
    trx,
  )

/** Deletes archives that are over, and failed ones. The sweep of files deletes their parts. */
export const deleteExpiredExports = (
  trx: Trx,
  workspaceId: string,
  before: Date,
): Promise<number> =>
  countDeleted(
    sql`delete from workspace_exports where workspace_id = ${workspaceId}
      and state <> 'in_progress' and finished_at < ${before}`,
    trx,
  )

/** Returns those of the keys that a picture or an archive of the team has. */
export async function listReferencedKeys(
  trx: Trx,
  workspaceId: string,
  keys: string[],
): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    select storage_key from files
    where workspace_id = ${workspaceId} and storage_key = any (${keys}::text[])
    union all
    select k from unnest(${keys}::text[]) k
    join workspace_exports e on e.workspace_id = ${workspaceId}
      and starts_with(k, 'export-' || e.parts_id || '-')`.execute(trx)
  return rows.map((row) => row.storage_key)
}
