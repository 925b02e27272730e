import type * as queries from '#server/modules/people-sync/run-queries.ts'
import {
  addChecked,
  deleteOldRuns,
  endRun,
  findRun,
  findSyncSettings,
  hasActiveRun,
  insertRun,
  listDueSyncs,
  listRuns,
  lockDueSchedule,
  lockRun,
  lockWaitingRuns,
  saveSyncSettings,
  setNextRun,
  updateRun,
} from '#server/modules/people-sync/run-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/people-sync/run-queries.ts', {
  findSyncSettings: ({ trx }) => findSyncSettings(trx, workspaceId),
  saveSyncSettings: ({ trx }) =>
    saveSyncSettings(trx, { workspace_id: workspaceId, updated_at: at, updated_by: userId }),
  lockDueSchedule: ({ trx }) => lockDueSchedule(trx, workspaceId, at),
  setNextRun: ({ trx }) => setNextRun(trx, workspaceId, at),
  listDueSyncs: ({ trx }) => listDueSyncs(trx, at, 20),
  insertRun: ({ trx }) =>
    insertRun(trx, {
      workspace_id: workspaceId,
      id,
      source: 'api',
      coverage: 'full',
      state: 'checking',
      dry_run: false,
      created_by: userId,
      created_at: at,
    }),
  findRun: ({ trx }) => findRun(trx, workspaceId, id),
  lockRun: ({ trx }) => lockRun(trx, workspaceId, id),
  listRuns: ({ trx }) => listRuns(trx, workspaceId, { before: id, limit: 20 }),
  hasActiveRun: ({ trx }) => hasActiveRun(trx, workspaceId),
  lockWaitingRuns: ({ trx }) => lockWaitingRuns(trx, workspaceId),
  updateRun: ({ trx }) => updateRun(trx, workspaceId, id, { state: 'waiting' }),
  addChecked: ({ trx }) =>
    addChecked(trx, workspaceId, id, { rows: 1, line: 2, counts: { new: 1 } }),
  endRun: ({ trx }) => endRun(trx, workspaceId, id, { state: 'finished', at }),
  deleteOldRuns: ({ trx }) => deleteOldRuns(trx, workspaceId, at),
})
