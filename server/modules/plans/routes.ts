import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { loadPlanBasis } from './basis.ts'
import { createPlan, deletePlan, loadPlans, updatePlan } from './service.ts'

export function mountPlans(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('plans.basis', ({ actor, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadPlanBasis(trx, actor, at)),
  )
  handle('plans.list', ({ actor: { workspace_id: workspaceId } }) =>
    db.readSnapshot(workspaceId, (trx) => loadPlans(trx, workspaceId)),
  )
  handle('plans.create', ({ actor, body, at }) => createPlan(services, actor, body, at))
  handle('plans.update', ({ actor, params, body, at }) =>
    updatePlan(services, actor, { id: params.id, body, at }),
  )
  handle('plans.delete', async ({ actor, params, at }) => {
    await deletePlan(services, actor, params.id, at)
    return undefined
  })
}
