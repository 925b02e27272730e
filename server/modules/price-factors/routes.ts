import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { loadFactors, replaceFactors } from './service.ts'

export function mountPriceFactors(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('price_factors.list', ({ actor: { workspace_id: workspaceId } }) =>
    db.readSnapshot(workspaceId, (trx) => loadFactors(trx, workspaceId)),
  )
  handle('price_factors.replace', ({ actor, body, at }) =>
    replaceFactors(services, actor, body.factors, at),
  )
}
