import type { Language } from '#contract/schemas/common.ts'
import type { ImportField } from '#contract/schemas/imports.ts'
import type { Database } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { AttributeColumns } from './attribute-columns.ts'
import {
  type ColumnMapping,
  createColumnAnalyzer,
  type FileReferences,
  mapColumns,
} from './parse-rows.ts'
import type { ImportRow } from './queries.ts'
import { listRowsAfter } from './row-queries.ts'

const batchRows = 5_000

/**
 * Throws required unless exactly one column is the address, and not_unique for a repeated field.
 */
export function assertValidColumns(fields: readonly ImportField[]): void {
  const chosen = fields.filter((field) => field !== 'ignore')
  if (chosen.filter((field) => field === 'email').length !== 1)
    throwRefusal('required', { field: 'columns' })
  if (new Set(chosen).size !== chosen.length) throwRefusal('not_unique', { field: 'columns' })
}

/**
 * Reads the whole file once. Returns repeated rows, the order of each date column, and what a
 * manager's cell may refer to.
 */
export async function analyzeColumns(
  db: Database,
  row: Pick<ImportRow, 'workspace_id' | 'id' | 'header' | 'fields' | 'date_orders'>,
  { language, attributes }: { language: Language; attributes: AttributeColumns },
): Promise<{ columns: ColumnMapping; repeated: Set<number>; references: FileReferences }> {
  const analyzer = createColumnAnalyzer(mapColumns(row, attributes), language)
  for await (const rows of iterateRowPages(db, row.workspace_id, row.id, 'all'))
    for (const { line, cells } of rows) analyzer.addRow(line, cells)
  return analyzer.finish()
}

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
