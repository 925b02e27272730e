import type { Language } from '#contract/schemas/common.ts'
import type { ImportField } from '#contract/schemas/imports.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { AttributeColumns } from './attribute-columns.ts'
import {
  type ColumnMapping,
  createColumnAnalyzer,
  type FileReferences,
  mapColumns,
} from './parse-rows.ts'

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
  pages: AsyncIterable<{ line: number; cells: string[] }[]>,
  row: Parameters<typeof mapColumns>[0],
  { language, attributes }: { language: Language; attributes: AttributeColumns },
): Promise<{ columns: ColumnMapping; repeated: Set<number>; references: FileReferences }> {
  const analyzer = createColumnAnalyzer(mapColumns(row, attributes), language)
  for await (const rows of pages) for (const { line, cells } of rows) analyzer.addRow(line, cells)
  return analyzer.finish()
}
