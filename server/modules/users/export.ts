import type { Language } from '#contract/common.ts'
import { permissions } from '#contract/permissions.ts'
import type { UserState } from '#contract/users.ts'
import { csvLine } from '#server/platform/csv.ts'
import type { Database } from '#server/platform/database.ts'
import { dayOf } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/sessions.ts'
import { say } from '#server/platform/texts.ts'
import { exportUsers, type ExportRow } from './queries.ts'

const page_rows = 1_000
const columns = [
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
 * The team as CSV in the order of the list, in the reader's words, days in the workspace's time
 * zone. Read page by page, each in a transaction of its own: however many people there are, no more
 * than a page is held in memory.
 */
export async function* teamFile(
  db: Database,
  actor: Actor,
  state: UserState | undefined,
  language: Language,
): AsyncGenerator<string> {
  const { workspace_id, timezone } = actor
  const text = (key: string) => say(language, 'team', key)
  const day = (at: Date | null) => (at ? dayOf(at, timezone) : '')
  const line = (row: ExportRow) =>
    csvLine([
      row.first_name,
      row.last_name,
      row.email,
      text(`state.${row.state}`),
      row.job_title,
      row.phone,
      row.birth_date,
      row.hire_date,
      row.balance,
      permissions
        .filter((name) => row[name])
        .map((name) => text(`permission.${name}`))
        .join(', '),
      day(row.invited_at),
      day(row.accepted_at),
    ])
  yield csvLine(columns.map((column) => text(`field.${column}`)))
  let after: unknown[] | undefined
  do {
    const from = after
    const page = await db.tenant(workspace_id, (trx) =>
      exportUsers(trx, workspace_id, { state, after: from, limit: page_rows }),
    )
    if (page.rows.length) yield page.rows.map(line).join('')
    after = page.after
  } while (after)
}
