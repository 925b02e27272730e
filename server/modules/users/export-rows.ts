import type { Language } from '#contract/schemas/common.ts'
import { permissions } from '#contract/permissions.ts'
import { type TableRow, toDayCell } from '#server/platform/table-rows.ts'
import type { Database } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { type ExportChoice, listUsersForExport, type UserExportRow } from './list-queries.ts'

const pageRows = 1_000
const tableColumns = [
  'first_name',
  'last_name',
  'email',
  'state',
  'job_title',
  'phone',
  'birth_date',
  'hire_date',
  'balance',
  'permissions',
  'invited',
  'joined',
] as const

/**
 * Yields members of the team as table rows in the order of the team list. Texts are in the reader's
 * language, and days are in the team's time zone. Each page has its own transaction, and memory
 * holds one page at most.
 */
export async function* streamUserRows(
  db: Database,
  actor: Actor,
  choice: ExportChoice,
  language: Language,
): AsyncGenerator<TableRow[]> {
  const { workspace_id: workspaceId, timezone } = actor
  const text = (key: string) => translate(language, 'team', key)
  const day = (at: Date | null) => (at ? toDayCell(toLocalDay(at, timezone)) : null)
  const toRow = (row: UserExportRow): TableRow => [
    row.first_name,
    row.last_name,
    row.email,
    text(`state.${row.state}`),
    row.job_title,
    row.phone,
    toDayCell(row.birth_date),
    toDayCell(row.hire_date),
    row.balance,
    permissions
      .filter((name) => row[name])
      .map((name) => text(`permission.${name}`))
      .join(', '),
    day(row.invited_at),
    day(row.accepted_at),
  ]
  yield [tableColumns.map((column) => text(`field.${column}`))]
  let after: unknown[] | undefined
  do {
    const from = after
    const rows = await db.tenant(workspaceId, (trx) =>
      listUsersForExport(trx, workspaceId, { ...choice, after: from, limit: pageRows }),
    )
    if (rows.length) yield rows.map(toRow)
    const last = rows.at(-1)
    after = rows.length === pageRows && last ? [last.rank, last.sort_name, last.id] : undefined
  } while (after)
}
