import type { Actor } from '#server/platform/auth/sessions.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Database } from '#server/platform/database/database.ts'
import { loadDraftLines } from './draft.ts'
import { formatHeader, formatLines } from './file.ts'
import { loadRun } from './load-runs.ts'
import { listLineRows } from './queries.ts'
import { loadSettings } from './settings.ts'

/** Lines of a run that are read at once. */
const pageSize = 2_000

/** Yields the file of a locked run. The run never changes, so each page has its own snapshot. */
export async function exportRun(
  db: Database,
  actor: Actor,
  id: string,
  at: Date,
): Promise<AsyncGenerator<string>> {
  const { workspace_id: workspaceId } = actor
  const { run, layout } = await db.tenant(workspaceId, async (trx) => {
    const found = await loadRun(trx, workspaceId, id)
    await audit(trx, actor, 'export.payroll', { payroll_run_id: id, number: found.number }, at)
    return { run: found, layout: await loadSettings(trx, workspaceId) }
  })
  async function* stream() {
    yield formatHeader(layout)
    for (let after = 0; after < run.lines; after += pageSize) {
      const rows = await db.readSnapshot(workspaceId, (trx) =>
        listLineRows(trx, workspaceId, id, { after, limit: pageSize }),
      )
      yield formatLines(rows, run.number, layout)
    }
  }
  return stream()
}

/** Yields the file of a draft. Throws out_of_range and payroll_too_large. */
export async function exportDraft(
  db: Database,
  actor: Actor,
  query: Parameters<typeof loadDraftLines>[2],
  at: Date,
): Promise<AsyncGenerator<string>> {
  const { workspace_id: workspaceId } = actor
  const { range, lines, layout } = await db.readSnapshot(workspaceId, async (trx) => ({
    ...(await loadDraftLines(trx, actor, query, at)),
    layout: await loadSettings(trx, workspaceId),
  }))
  await db.tenant(workspaceId, (trx) =>
    audit(trx, actor, 'export.payroll_draft', { from: range.from, to: range.to }, at),
  )
  async function* stream() {
    yield formatHeader(layout)
    for (let start = 0; start < lines.length; start += pageSize)
      yield formatLines(lines.slice(start, start + pageSize), null, layout)
  }
  return stream()
}
