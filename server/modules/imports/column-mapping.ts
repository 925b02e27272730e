import type { Database } from '#server/platform/database/database.ts'
import { listRowsAfter } from './row-queries.ts'

const batchRows = 5_000

/**
 * Yields the rows of an import in pages. Each page has its own transaction, so a slow reader holds
 * no lock.
 */
export async function* iterateRowPages(
  db: Database,
  workspaceId: string,
  id: string,
  filter: 'all' | 'reported',
) {
  for (let line = -1; ;) {
    const rows = await db.tenant(workspaceId, (trx) =>
      listRowsAfter(trx, workspaceId, id, line, batchRows, filter),
    )
    if (rows.length) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < batchRows) return
    line = last.line
  }
}
