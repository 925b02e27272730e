import { addPeopleSyncToInboxes } from '#server/modules/inbox-items/people-sync-queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { endRun, type RunRow, updateRun } from './run-queries.ts'

/** Returns the author of what a run does by itself: the person with whose rights it runs. */
export const runActor = ({ workspace_id: workspaceId, created_by: userId }: RunRow) =>
  ({ workspace_id: workspaceId, user_id: userId, kind: 'session' }) as const

/**
 * Stops a run that nobody has applied, and adds it to the inboxes of those who manage the team. Its
 * file stays when it is only stopped. Returns the people whose inbox has a new item.
 */
export async function stopRun(
  trx: Trx,
  run: RunRow,
  {
    state,
    code,
    at,
    detail = '',
  }: {
    state: 'stopped' | 'failed'
    code: string
    at: Date
    detail?: string
  },
): Promise<string[]> {
  const { workspace_id: workspaceId, id } = run
  if (state === 'failed')
    await endRun(trx, workspaceId, id, { state, code, at, last_error: detail.slice(0, 200) })
  else await updateRun(trx, workspaceId, id, { state, code })
  await audit(trx, runActor(run), 'people_sync.stop', { sync_run_id: id, state, reason: code }, at)
  return addPeopleSyncToInboxes(trx, workspaceId, at)
}
