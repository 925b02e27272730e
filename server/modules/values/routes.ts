import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { presentValue } from './present.ts'
import { listValues } from './queries.ts'
import { createValue, deleteValue, listValueSuggestions, updateValue } from './service.ts'

export function mountValues(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('values.list', async ({ actor: { workspace_id: workspaceId } }) =>
    (await db.readSnapshot(workspaceId, (trx) => listValues(trx, workspaceId))).map(presentValue),
  )
  handle('values.suggestions', ({ actor, language }) =>
    listValueSuggestions(services, actor, language),
  )
  handle('values.create', ({ actor, body, at }) => createValue(services, actor, body, at))
  handle('values.update', ({ actor, params, body, at }) =>
    updateValue(services, actor, params.id, body, at),
  )
  handle('values.delete', async ({ actor, params, at }) => {
    await deleteValue(services, actor, params.id, at)
    return undefined
  })
}
