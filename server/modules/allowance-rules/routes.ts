import { findUserLimits } from '#server/modules/allowances/queries.ts'
import { presentAllowance } from '#server/modules/allowances/present.ts'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import { findPeriod } from '#server/platform/periods.ts'
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
  handle('profiles.allowance', async ({ actor, at }) => {
    const { workspace_id: workspaceId, user_id: userId } = actor
    const { start, end } = findPeriod(at, actor.limit_period, actor.timezone)
    const row = await db.readSnapshot(workspaceId, (trx) =>
      findUserLimits(trx, workspaceId, userId, start),
    )
    return presentAllowance(row, end)
  })
}
