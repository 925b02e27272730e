import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { loadWorthPolicy, setWorthPolicy } from './policy.ts'
import { createWorth, deleteWorth, loadWorths, updateWorth } from './service.ts'

export function mountPointWorths(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('point_worths.list', ({ actor, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadWorths(trx, actor, at)),
  )
  handle('point_worths.policy', ({ actor: { workspace_id: workspaceId } }) =>
    db.readSnapshot(workspaceId, (trx) => loadWorthPolicy(trx, workspaceId)),
  )
  handle('point_worths.set_policy', ({ actor, body, at }) =>
    setWorthPolicy(services, actor, body, at),
  )
  handle('point_worths.create', ({ actor, body, at }) => createWorth(services, actor, body, at))
  handle('point_worths.update', ({ actor, params, body, at }) =>
    updateWorth(services, actor, params.id, body, at),
  )
  handle('point_worths.delete', async ({ actor, params, at }) => {
    await deleteWorth(services, actor, params.id, at)
    return undefined
  })
}
