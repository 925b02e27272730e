import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { mergeFormerTeammate } from './merge.ts'
import { streamRefusedPosts } from './refused-csv.ts'
import {
  checkHistoryImport,
  createHistoryImport,
  listLatestHistoryImports,
  loadHistoryCheck,
  loadUnknownPeople,
  removeHistoryImport,
  setHistoryMapping,
} from './service.ts'
import { startHistoryImport, undoHistoryImport } from './start.ts'

export function mountHistoryImports(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('history_imports.list', ({ actor }) =>
    db.readSnapshot(actor.workspace_id, (trx) => listLatestHistoryImports(trx, actor.workspace_id)),
  )
  handle('history_imports.create', ({ actor, file, file_name: fileName, body: input, at }) =>
    createHistoryImport(services, actor, { file, fileName, input, at }),
  )
  handle('history_imports.get', ({ actor, params }) =>
    db.readSnapshot(actor.workspace_id, (trx) =>
      loadHistoryCheck(trx, actor.workspace_id, params.id),
    ),
  )
  handle('history_imports.set_mapping', ({ actor, params, body }) =>
    setHistoryMapping(services, actor, params.id, body),
  )
  handle('history_imports.check', ({ actor, params }) =>
    checkHistoryImport(services, actor, params.id),
  )
  handle('history_imports.people', ({ actor, params, query }) =>
    db.readSnapshot(actor.workspace_id, (trx) =>
      loadUnknownPeople(trx, actor.workspace_id, params.id, query),
    ),
  )
  handle('history_imports.refused', ({ actor, params, language, at }) =>
    streamRefusedPosts(services, actor, params.id, language, at),
  )
  handle('history_imports.start', ({ actor, params, body, at }) =>
    startHistoryImport(services, actor, params.id, body, at),
  )
  handle('history_imports.undo', ({ actor, params, at }) =>
    undoHistoryImport(services, actor, params.id, at),
  )
  handle('history_imports.merge', ({ actor, params, body, at }) =>
    mergeFormerTeammate(services, actor, params.id, body, at),
  )
  handle('history_imports.delete', async ({ actor, params }) => {
    await removeHistoryImport(services, actor, params.id)
    return undefined
  })
}
