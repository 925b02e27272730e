import type { Language } from '#contract/schemas/common.ts'
import type { ImportField, ImportPreview } from '#contract/schemas/imports.ts'
import { limits } from '#contract/limits.ts'
import { loadInviteBudget } from '#server/modules/outbox/mail-budget.ts'
import { findMembersByEmail } from '#server/modules/users/invite-queries.ts'
import { findSettings } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { analyzeColumns, assertValidColumns, iterateRowPages } from './column-mapping.ts'
import { parseRow, type ParsedRow, refuseUneditable } from './parse-rows.ts'
import { findImport, type ImportRow, lockImport, setImportFields } from './queries.ts'

/** Stores the columns. Throws not_found, conflict, wrong_format, required and not_unique. */
async function saveColumns(
  trx: Trx,
  workspaceId: string,
  id: string,
  fields: ImportField[],
): Promise<{ row: ImportRow; language: Language }> {
  const state = await lockImport(trx, workspaceId, id)
  const row = await findImport(trx, workspaceId, id)
  if (!row) throwRefusal('not_found')
  if (state !== 'uploaded') throwRefusal('conflict')
  if (fields.length !== row.fields.length) throwRefusal('wrong_format', { field: 'columns' })
  assertValidColumns(fields)
  await setImportFields(trx, workspaceId, id, fields)
  return { row, language: (await findSettings(trx, workspaceId)).language }
}

/** Collects counts and the first rows of a preview, refused rows first. */
function createPreviewCollector() {
  const counts = { invite: 0, update: 0, refused: 0 }
  const refused: ImportPreview['rows'] = []
  const others: ImportPreview['rows'] = []
  return {
    addRow(line: number, row: ParsedRow, isMember: boolean): void {
      const accepted = isMember ? 'update' : 'invite'
      const outcome = 'refused' in row ? 'refused' : accepted
      counts[outcome] += 1
      const list = outcome === 'refused' ? refused : others
      if (list.length >= limits.import_preview_rows) return
      const code = 'refused' in row ? row.refused.code : null
      list.push({ line, email: row.email, outcome, code })
    },
    finish: () => ({
      counts,
      rows: [...refused, ...others].slice(0, limits.import_preview_rows),
    }),
  }
}

/**
 * Returns the outcome of every row with these columns and stores the columns. Nothing else changes.
 */
export async function previewImport(
  { db, config }: Services,
  actor: Actor,
  id: string,
  fields: ImportField[],
  at: Date,
): Promise<ImportPreview> {
  const { workspace_id: workspaceId } = actor
  const { row, language, budget } = await db.tenant(workspaceId, async (trx) => ({
    ...(await saveColumns(trx, workspaceId, id, fields)),
    budget: await loadInviteBudget(trx, config, workspaceId, at),
  }))
  const { columns, repeated } = await analyzeColumns(db, row, fields, language)
  const preview = createPreviewCollector()
  let lastMailAt: Date = at
  /** Refuses a new person if no day has invite budget left for the invitation. */
  const refuseUnsendable = (parsed: ParsedRow, isMember: boolean): ParsedRow => {
    if (isMember || !('person' in parsed)) return parsed
    const { email } = parsed
    const sendsAt = budget.claimDay(email, 'import')
    if (!sendsAt) return { email, refused: { code: 'invites_full', field: 'email' } }
    if (sendsAt > lastMailAt) lastMailAt = sendsAt
    return parsed
  }
  for await (const page of iterateRowPages(db, workspaceId, id, 'all')) {
    const parsedRows = page.map(({ line, cells }) => ({
      line,
      parsed: parseRow(columns, cells, repeated.has(line)),
    }))
    const members = await db.tenant(workspaceId, (trx) =>
      findMembersByEmail(
        trx,
        workspaceId,
        parsedRows.map(({ parsed }) => parsed.email),
      ),
    )
    for (const { line, parsed } of parsedRows) {
      const isMember = members.has(parsed.email)
      const editable = refuseUneditable(parsed, actor.permissions, members)
      preview.addRow(line, refuseUnsendable(editable, isMember), isMember)
    }
  }
  return { ...preview.finish(), mails_until: lastMailAt > at ? lastMailAt.toISOString() : null }
}
