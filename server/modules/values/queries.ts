import type { Insertable, Updateable } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import type { ValueRow } from './present.ts'

/** Returns the values that are not retired, the default first, then by name. */
export async function listValues(trx: Trx, workspaceId: string): Promise<ValueRow[]> {
  return trx
    .selectFrom('values')
    .select([
      'id',
      'name',
      'description',
      'color',
      'emoji',
      'keywords',
      'tag',
      'is_default',
      'retired_at',
    ])
    .where('workspace_id', '=', workspaceId)
    .where('retired_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('name')
    .execute()
}

export async function insertValues(
  trx: Trx,
  values: Insertable<Tables['values']>[],
): Promise<void> {
  await trx.insertInto('values').values(values).execute()
}

/** Sets columns of a value. */
export async function updateValueColumns(
  trx: Trx,
  workspaceId: string,
  id: string,
  columns: Updateable<Tables['values']>,
): Promise<void> {
  await trx
    .updateTable('values')
    .set(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Removes the mark of the default from all values except one. */
export async function unmarkOtherDefaultValues(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<void> {
  await trx
    .updateTable('values')
    .set({ is_default: false })
    .where('workspace_id', '=', workspaceId)
    .where('is_default', '=', true)
    .where('id', '<>', id)
    .execute()
}
