import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { loadDays } from './load-days.ts'
import { createDay, deleteDay, updateDay } from './service.ts'

export function mountCustomDays(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('custom_days.list', ({ actor, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadDays(trx, actor, at)),
  )
  handle('custom_days.create', ({ actor, body, at }) => createDay(services, actor, body, at))
  handle('custom_days.update', ({ actor, params, body, at }) =>
    updateDay(services, actor, { id: params.id, body, at }),
  )
  handle('custom_days.delete', async ({ actor, params, at }) => {
    await deleteDay(services, actor, params.id, at)
    return undefined
  })
}
