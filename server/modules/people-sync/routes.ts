import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { streamRefusedCsv } from './refused-csv.ts'
import {
  applyWaitingRun,
  discardRun,
  loadChanges,
  loadRun,
  loadRuns,
  startFetch,
  uploadFile,
} from './service.ts'
import { loadSyncSettings, updateSyncSettings } from './settings.ts'

export function mountPeopleSync(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('people_sync.get', ({ actor: { workspace_id: workspaceId } }) =>
    db.readSnapshot(workspaceId, (trx) => loadSyncSettings(trx, services, workspaceId)),
  )
  handle('people_sync.update', ({ actor, body, at }) =>
    updateSyncSettings(services, actor, body, at),
  )
  handle('people_sync.upload', ({ actor, query, file, file_name: fileName, at }) =>
    uploadFile(services, actor, { ...query, file, file_name: fileName }, at),
  )
  handle('people_sync.start', ({ actor, body, at }) => startFetch(services, actor, body, at))
  handle('people_sync.runs', ({ actor: { workspace_id: workspaceId }, query }) =>
    db.readSnapshot(workspaceId, (trx) => loadRuns(trx, workspaceId, query)),
  )
  handle('people_sync.get_run', ({ actor: { workspace_id: workspaceId }, params }) =>
    db.readSnapshot(workspaceId, (trx) => loadRun(trx, workspaceId, params.id)),
  )
  handle('people_sync.changes', ({ actor: { workspace_id: workspaceId }, params, query }) =>
    db.readSnapshot(workspaceId, (trx) => loadChanges(trx, workspaceId, params.id, query)),
  )
  handle('people_sync.refused', ({ actor, params, language, at }) =>
    streamRefusedCsv(services, actor, params.id, language, at),
  )
  handle('people_sync.apply', ({ actor, params, at }) =>
    applyWaitingRun(services, actor, params.id, at),
  )
  handle('people_sync.discard', ({ actor, params, at }) =>
    discardRun(services, actor, params.id, at),
  )
}
