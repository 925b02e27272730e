import type { Language } from '#contract/schemas/common.ts'
import type { ImportField } from '#contract/schemas/imports.ts'
import { listAttributes } from '#server/modules/attributes/queries.ts'
import { lastHolderErrorCodes } from '#server/modules/users/edit-policy.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { formatCsvLine } from '#server/platform/csv.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import {
  isAttributeField,
  toAttributeColumns,
} from '#server/modules/people-files/attribute-columns.ts'
import { iterateRowPages } from './column-mapping.ts'
import { isDateField } from '#server/modules/people-files/parse-date.ts'
import {
  cellOf,
  type ColumnMapping,
  type FieldProblem,
  mapColumns,
  parseRow,
} from '#server/modules/people-files/parse-rows.ts'
import { placeProblems } from '#server/modules/people-files/place-people.ts'
import { findImport } from './queries.ts'

const lastHolderCodes: string[] = Object.values(lastHolderErrorCodes)

/** Returns the text of a problem: unreadable cells are dates, options of a list, or others. */
function reasonOf({ code, field }: { code: string; field: ImportField }): string {
  if (lastHolderCodes.includes(code)) return 'last_holder'
  if (code === 'user_not_found') return 'manager_later'
  if (code === 'not_unique' && field === 'employee_number') return 'number_taken'
  if (code === 'out_of_range' && isDateField(field))
    return field === 'away_until' ? 'away_range' : 'date_range'
  if (code !== 'wrong_format' || isDateField(field)) return code
  return isAttributeField(field) ? 'no_option' : 'unreadable'
}

/**
 * Returns why a row is refused, or which of its cells stayed empty, with their columns: "Birth date:
 * Wrong format". The row is parsed again, because only the first code is stored.
 */
function describeProblems(
  language: Language,
  header: readonly string[],
  columns: ColumnMapping,
  { cells, code, isRefused }: { cells: readonly string[]; code: string; isRefused: boolean },
): string {
  const row = parseRow(columns, cells, isRefused && code === 'not_unique')
  const found = 'refused' in row ? [row.refused] : row.warnings
  const stored = (isRefused ? undefined : placeProblems[code]) ?? { code, field: 'ignore' as const }
  const problems: (Omit<FieldProblem, 'code'> & { code: string })[] = found.some(
    (problem) => problem.code === code,
  )
    ? found
    : [stored]
  return problems
    .map((problem) => {
      const name = problem.code === 'required' ? '' : header[columns.at[problem.field] ?? -1]
      const text = translate(language, 'imports', `reason.${reasonOf(problem)}`, {
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
  const { row, attributes } = await db.tenant(workspaceId, async (trx) => {
    const found = (await findImport(trx, workspaceId, id)) ?? throwRefusal('not_found')
    await audit(trx, actor, 'export.refused', { import_id: id, rows: found.refused_count }, at)
    return { row: found, attributes: await listAttributes(trx, workspaceId) }
  })
  const columns = mapColumns(row, toAttributeColumns(attributes))
  return (async function* () {
    // Spreadsheets recognize UTF-8 by its byte order mark.
    yield `\uFEFF${formatCsvLine([...row.header, translate(language, 'imports', 'reason.title')])}`
    for await (const rows of iterateRowPages(db, workspaceId, id, 'reported')) {
      yield rows
        .map(({ cells, code, outcome }) =>
          formatCsvLine([
            ...cells,
            describeProblems(language, row.header, columns, {
              cells,
              code: code ?? 'unknown',
              isRefused: outcome === 'refused',
            }),
          ]),
        )
        .join('')
    }
  })()
}
