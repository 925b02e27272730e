import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { createAttribute, deleteAttribute, updateAttribute } from './service.ts'
import { listVisibleAttributes } from './visibility.ts'

export function mountAttributes(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('attributes.list', ({ actor }) =>
    db.readSnapshot(actor.workspace_id, (trx) => listVisibleAttributes(trx, actor)),
  )
  handle('attributes.create', ({ actor, body, at }) => createAttribute(services, actor, body, at))
  handle('attributes.update', ({ actor, params, body, at }) =>
    updateAttribute(services, actor, params.id, body, at),
  )
  handle('attributes.delete', async ({ actor, params, at }) => {
    await deleteAttribute(services, actor, params.id, at)
    return undefined
  })
}
