import type { Trx } from '#server/platform/database.ts'
import type { ValueRow } from './present.ts'

const columns = ['id', 'name', 'description', 'color', 'emoji', 'keywords', 'tag', 'is_default', 'retired_at'] as const

/** The values alive, the default first, then by name. */
export async function listValues(trx: Trx, workspace_id: string): Promise<ValueRow[]> {
  return trx.selectFrom('values').select(columns).where('workspace_id', '=', workspace_id).where('retired_at', 'is', null)
    .orderBy('is_default', 'desc').orderBy('name').execute()
}
export async function valuesByIds(trx: Trx, workspace_id: string, ids: Iterable<string>): Promise<Map<string, ValueRow>> {
  const distinct = [...new Set(ids)]
  if (!distinct.length) return new Map()
  const rows = await trx.selectFrom('values').select(columns).where('workspace_id', '=', workspace_id).where('id', 'in', distinct).execute()
  return new Map(rows.map((row) => [row.id, row]))
}
