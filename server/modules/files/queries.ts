import type { Insertable, Selectable } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export async function insertFile(trx: Trx, file: Insertable<Tables['files']>): Promise<void> {
  await trx.insertInto('files').values(file).execute()
}

export async function findFile(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<Selectable<Tables['files']> | undefined> {
  return trx
    .selectFrom('files')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Deletes the row of a file. Returns its storage key, or undefined if it did not exist. */
export async function deleteFile(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<string | undefined> {
  const deleted = await trx
    .deleteFrom('files')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning('storage_key')
    .executeTakeFirst()
  return deleted?.storage_key
}
