import type { AuditEntry } from '#contract/schemas/audit.ts'
import type { Language } from '#contract/schemas/common.ts'
import type { TableRow } from '#server/platform/table-rows.ts'
import type { Database } from '#server/platform/database/database.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import type { AuditConditions } from './queries.ts'
import { loadAuditEntries } from './service.ts'

const pageRows = 1_000
/**
 * An action without an actor is a refused sign-in of a stranger, an act of the identity provider with
 * its token, or of the operator.
 */
function unknownActorKey({ action, token }: AuditEntry): string {
  if (token) return 'scim'
  return action === 'sign_in.refuse' ? 'stranger' : 'operator'
}
const tableColumns = ['time', 'actor', 'action', 'subject', 'object', 'token', 'details'] as const

/**
 * Yields the matching entries of the audit log as table rows, newest first. Times are in UTC (ISO
 * 8601).
 */
export async function* streamAuditRows(
  db: Database,
  workspaceId: string,
  conditions: AuditConditions,
  language: Language,
): AsyncGenerator<TableRow[]> {
  const text = (key: string) => translate(language, 'settings', `audit.${key}`)
  const actionOf = ({ action }: AuditEntry) => {
    const known = text(`action.${action}`)
    return known === `audit.action.${action}` ? action : known
  }
  const nameOf = (person: AuditEntry['actor']) =>
    person ? person.name || translate(language, 'common', 'former') : ''
  const toRow = (entry: AuditEntry): TableRow => [
    new Date(entry.created_at),
    entry.actor ? nameOf(entry.actor) : text(unknownActorKey(entry)),
    actionOf(entry),
    nameOf(entry.subject),
    entry.object?.title ?? '',
    entry.token?.name ?? '',
    Object.keys(entry.details).length ? JSON.stringify(entry.details) : '',
  ]
  yield [tableColumns.map((column) => text(`csv.${column}`))]
  for await (const entries of iterateEntries(db, workspaceId, conditions)) yield entries.map(toRow)
}

/** Yields the matching entries as JSON lines in the form of the API, newest first. */
export async function* streamAuditLines(
  db: Database,
  workspaceId: string,
  conditions: AuditConditions,
): AsyncGenerator<string> {
  for await (const entries of iterateEntries(db, workspaceId, conditions))
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}

/**
 * Yields the matching entries page by page, newest first. Each page has its own transaction, and
 * memory holds one page at most.
 */
async function* iterateEntries(
  db: Database,
  workspaceId: string,
  conditions: AuditConditions,
): AsyncGenerator<AuditEntry[]> {
  let before: string | undefined
  do {
    const from = before
    const entries = await db.readSnapshot(workspaceId, (trx) =>
      loadAuditEntries(trx, workspaceId, conditions, { before: from, limit: pageRows }),
    )
    if (entries.length) yield entries
    before = entries.length === pageRows ? entries.at(-1)?.id : undefined
  } while (before !== undefined)
}
