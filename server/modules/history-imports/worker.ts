import { defineJobWorker } from '#server/platform/background/define-worker.ts'
import type { JobData } from '#server/platform/background/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { runCheck } from './check.ts'
import { findHistoryImport, lockHistoryImport, updateHistoryImport } from './queries.ts'
import { runHistoryStart, runHistoryUndo } from './run.ts'

type ImportId = JobData['run_history_import']

/**
 * Continues the check, the posts or the undo of an import until it ends or `stopping` is true.
 * Returns whether it has ended.
 */
export async function runHistoryImport(
  services: Services,
  { workspace_id: workspaceId, import_id: id }: ImportId,
  stopping: () => boolean = () => false,
): Promise<boolean> {
  const row = await services.db.tenant(workspaceId, (trx) =>
    findHistoryImport(trx, workspaceId, id),
  )
  const run = row && { services, row, stopping }
  const hasEnded =
    (row?.state === 'checking' && (await runCheck(services, row, stopping))) ||
    (row?.state === 'in_progress' && run && (await runHistoryStart(run))) ||
    (row?.state === 'undoing' && run && (await runHistoryUndo(run)))
  if (hasEnded && row?.state !== 'checking')
    services.events.publish(workspaceId, ['posts', 'coins', 'config'])
  return hasEnded || !row || !['checking', 'in_progress', 'undoing'].includes(row.state)
}

/** Marks an import as failed after its last attempt, so that it can be checked again or undone. */
async function markHistoryFailed(
  { db, clock }: Services,
  { workspace_id: workspaceId, import_id: id }: ImportId,
  error: unknown,
): Promise<void> {
  await db.tenant(workspaceId, async (trx) => {
    const row = await lockHistoryImport(trx, workspaceId, id)
    if (!row || !['checking', 'in_progress', 'undoing'].includes(row.state)) return
    await updateHistoryImport(trx, workspaceId, id, {
      state: 'failed',
      finished_at: row.finished_at ?? clock.now(),
      last_error: (error instanceof Error ? error.message : String(error)).slice(0, 200),
    })
  })
}

/** Runs imports of posts. On shutdown a running one is queued again for another process. */
export const historyImportWorker = defineJobWorker({
  name: 'history_import',
  job: 'run_history_import',
  run: (services, data, { stopped }) => runHistoryImport(services, data, stopped),
  fail: markHistoryFailed,
})
