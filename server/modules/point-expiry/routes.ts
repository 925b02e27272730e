import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { loadPolicy, setPolicy } from './policy.ts'

export function mountPointExpiry(handle: MountRoute, services: Services): void {
  handle('point_expiry.get', ({ actor: { workspace_id: workspaceId } }) =>
    services.db.readSnapshot(workspaceId, (trx) => loadPolicy(trx, workspaceId)),
  )
  handle('point_expiry.set', ({ actor, body, at }) => setPolicy(services, actor, body.months, at))
}
