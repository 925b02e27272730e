import type { Language } from '#contract/schemas/common.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { formatCsvLine } from '#server/platform/csv.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { iterateRowPages } from './column-mapping.ts'
import { cellOf, type ColumnMapping, mapColumns, parseRow } from './parse-rows.ts'
import { findImport } from './queries.ts'

/**
 * Returns why a row is refused, or which of its cells stayed empty, with their columns: "Birth date:
 * Wrong format". The row is parsed again, because only the first code is stored.
 */
function describeProblems(
  language: Language,
  header: readonly string[],
  columns: ColumnMapping,
  { cells, code }: { cells: readonly string[]; code: string },
): string {
  const row = parseRow(columns, cells, code === 'not_unique')
  const found = 'refused' in row ? [row.refused] : row.warnings
  const problems = found.some((problem) => problem.code === code)
    ? found
    : [{ code, field: 'ignore' as const, params: {} }]
  return problems
    .map((problem) => {
      const name = problem.code === 'required' ? '' : header[columns.at[problem.field] ?? -1]
      const text = translate(language, 'imports', `reason.${problem.code}`, {
        ...problem.params,
        value: cellOf(columns, cells, problem.field),
      })
      return name ? `${name}: ${text}` : text
    })
    .join('; ')
}

/**
 * Yields the refused rows and the ones with a warning as CSV, with the original cells and a column
 * for the reason. The file can be corrected and uploaded again.
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
  const columns = mapColumns(row.header, row.fields, row.date_orders)
  return (async function* () {
    // Spreadsheets recognize UTF-8 by its byte order mark.
    yield `\uFEFF${formatCsvLine([...row.header, translate(language, 'imports', 'reason.title')])}`
    for await (const rows of iterateRowPages(db, workspaceId, id, 'reported')) {
      yield rows
        .map(({ cells, code }) =>
          formatCsvLine([
            ...cells,
            describeProblems(language, row.header, columns, { cells, code: code ?? 'unknown' }),
          ]),
        )
        .join('')
    }
  })()
}
