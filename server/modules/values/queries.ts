import type { Trx } from '#server/platform/database/database.ts'
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
