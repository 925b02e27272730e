import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import {
  createAllowanceRule,
  deleteAllowanceRule,
  loadAllowanceRules,
  updateAllowanceRule,
} from './service.ts'

export function mountAllowanceRules(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('allowance_rules.list', ({ actor: { workspace_id: workspaceId } }) =>
    db.readSnapshot(workspaceId, (trx) => loadAllowanceRules(trx, workspaceId)),
  )
  handle('allowance_rules.create', ({ actor, body, at }) =>
    createAllowanceRule(services, actor, body, at),
  )
  handle('allowance_rules.update', ({ actor, params, body, at }) =>
    updateAllowanceRule(services, actor, params.id, body, at),
  )
  handle('allowance_rules.delete', async ({ actor, params, at }) => {
    await deleteAllowanceRule(services, actor, params.id, at)
    return undefined
  })
}
