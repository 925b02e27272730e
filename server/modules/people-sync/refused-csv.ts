import type { Language } from '#contract/schemas/common.ts'
import { isErrorCode } from '#contract/errors.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { formatCsvLine } from '#server/platform/csv.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { translate, translateError } from '#server/platform/i18n/messages.ts'
import type { Services } from '#server/platform/services.ts'
import { listChanges } from './change-queries.ts'
import { findRun } from './run-queries.ts'

const pageRows = 1_000

/** Yields the refused rows of a run as CSV, with a column for the reason. Throws not_found. */
export async function streamRefusedCsv(
  { db }: Services,
  actor: Actor,
  id: string,
  language: Language,
  at: Date,
): Promise<AsyncIterable<string>> {
  const { workspace_id: workspaceId } = actor
  const run = await db.tenant(workspaceId, async (trx) => {
    const found = (await findRun(trx, workspaceId, id)) ?? throwRefusal('not_found')
    await audit(trx, actor, 'export.refused', { sync_run_id: id, rows: found.refused_count }, at)
    return found
  })
  const reasonOf = (code: string | null) => {
    // The texts on screen: those of some errors speak of the field of a form.
    const path = `sync.reason.${code}`
    const text = translate(language, 'imports', path)
    if (text !== path) return text
    return translateError(language, code !== null && isErrorCode(code) ? code : 'unknown', {})
  }
  return (async function* () {
    // Spreadsheets recognize UTF-8 by its byte order mark.
    yield `\uFEFF${formatCsvLine([...run.header, translate(language, 'imports', 'reason.title')])}`
    for (let after = 0; ;) {
      const rows = await db.tenant(workspaceId, (trx) =>
        listChanges(trx, workspaceId, id, { outcome: 'refused', after, limit: pageRows }),
      )
      yield rows
        .map(({ cells, email, code }) =>
          formatCsvLine([
            ...(cells ?? run.fields.map((field) => (field === 'email' ? email : ''))),
            reasonOf(code),
          ]),
        )
        .join('')
      const last = rows.at(-1)
      if (!last || rows.length < pageRows) return
      after = last.position
    }
  })()
}
