import type { Language } from '#contract/schemas/common.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { formatCsvLine } from '#server/platform/csv.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { iterateRowPages } from './column-mapping.ts'
import { type ColumnMapping, mapColumns, parseRow } from './parse-rows.ts'
import { findImport } from './queries.ts'

/**
 * Returns the reason of a refused row with its column: "Birth date: Wrong format". The row is
 * parsed again, because only the code is stored.
 */
function refusalReason(
  language: Language,
  header: readonly string[],
  columns: ColumnMapping,
  cells: readonly string[],
  code: string,
): string {
  const parsedRows = (['dmy', 'mdy'] as const).map((order) =>
    parseRow(
      { ...columns, orders: { birth_date: order, hire_date: order } },
      cells,
      code === 'not_unique',
    ),
  )
  const refused = parsedRows
    .map((row) => ('refused' in row ? row.refused : null))
    .find((refusal) => refusal?.code === code)
  const name = refused && code !== 'required' ? header[columns.at[refused.field] ?? -1] : ''
  const text = translate(language, 'imports', `reason.${code}`, refused?.params ?? {})
  return name ? `${name}: ${text}` : text
}

/**
 * Yields the refused rows as CSV with the original cells and a column for the reason. The file can
 * be corrected and uploaded again.
 */
export async function streamRefusedRowsCsv(
  { db }: Services,
  actor: Actor,
  id: string,
  language: Language,
  at: Date,
): Promise<AsyncIterable<string>> {
  const { workspace_id: workspaceId } = actor
  const row = await db.tenant(workspaceId, async (trx) => {
    const found = (await findImport(trx, workspaceId, id)) ?? throwRefusal('not_found')
    await audit(trx, actor, 'export.refused', { import_id: id, rows: found.refused_count }, at)
    return found
  })
  const columns = mapColumns(row.header, row.fields)
  return (async function* () {
    // Spreadsheets recognize UTF-8 by its byte order mark.
    yield `\uFEFF${formatCsvLine([...row.header, translate(language, 'imports', 'reason.title')])}`
    for await (const rows of iterateRowPages(db, workspaceId, id, 'refused')) {
      yield rows
        .map(({ cells, code }) =>
          formatCsvLine([
            ...cells,
            refusalReason(language, row.header, columns, cells, code ?? 'unknown'),
          ]),
        )
        .join('')
    }
  })()
}
