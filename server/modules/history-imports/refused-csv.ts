import { limits } from '#contract/limits.ts'
import type { Language } from '#contract/schemas/common.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { formatCsvLine } from '#server/platform/csv.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import type { Services } from '#server/platform/services.ts'
import { findHistoryImport } from './queries.ts'
import { listHistoryLines } from './row-queries.ts'

const pageRows = 1_000

/** Yields the refused rows as CSV, with the original cells and a column for the reason. */
export async function streamRefusedPosts(
  { db }: Services,
  actor: Actor,
  id: string,
  language: Language,
  at: Date,
): Promise<AsyncIterable<string>> {
  const { workspace_id: workspaceId } = actor
  const { header } = await db.tenant(workspaceId, async (trx) => {
    const row = (await findHistoryImport(trx, workspaceId, id)) ?? throwRefusal('not_found')
    await audit(trx, actor, 'export.refused', { import_id: id, rows: row.refused_count }, at)
    return row
  })
  const reason = (code: string) =>
    translate(language, 'imports', `history.${code}`, {
      year: limits.history_first_year,
      count: limits.history_receivers_max,
      points: limits.history_points_max,
    })
  return (async function* () {
    // Spreadsheets recognize UTF-8 by its byte order mark.
    yield `\uFEFF${formatCsvLine([...header, translate(language, 'imports', 'reason.title')])}`
    for (let line = -1; ;) {
      const after = line
      const rows = await db.tenant(workspaceId, (trx) =>
        listHistoryLines(trx, workspaceId, id, { line: after, limit: pageRows, refused: true }),
      )
      yield rows
        .map(({ cells, code }) =>
          formatCsvLine([...header.map((_, at) => cells[at] ?? ''), reason(code ?? '')]),
        )
        .join('')
      if (rows.length < pageRows) return
      line = rows.at(-1)?.line ?? line
    }
  })()
}
