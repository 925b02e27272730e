import { defineJobWorker } from '#server/platform/background/define-worker.ts'
import type { JobData } from '#server/platform/background/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { buildArchive, ExportStopped } from './build-archive.ts'
import { failExport } from './queries.ts'

type ExportId = JobData['export_workspace']

/** Marks an export as failed, to make room for another one. */
async function markExportFailed(
  { db, clock }: Services,
  { workspace_id: workspaceId, export_id: id }: ExportId,
  error: unknown,
): Promise<void> {
  const code = error instanceof RangeError ? 'too_large' : 'unexpected'
  await db.tenant(workspaceId, (trx) => failExport(trx, workspaceId, id, { code, at: clock.now() }))
}

/**
 * Builds the archive of an export. Returns false when it was interrupted by a shutdown. An archive
 * that is too large for a ZIP file fails at once.
 */
export async function runWorkspaceExport(
  services: Services,
  data: ExportId,
  { stopped }: { stopped: () => boolean },
): Promise<boolean> {
  const { workspace_id: workspaceId, export_id: id } = data
  try {
    await buildArchive(services, { workspaceId, id, stopping: stopped })
    return true
  } catch (error) {
    if (error instanceof ExportStopped) return !stopped()
    if (!(error instanceof RangeError)) throw error
    await markExportFailed(services, data, error)
    return true
  }
}

/** Builds archives of teams. On shutdown a running one is queued again for another process. */
export const workspaceExportWorker = defineJobWorker({
  name: 'workspace_export',
  job: 'export_workspace',
  run: runWorkspaceExport,
  fail: markExportFailed,
})
