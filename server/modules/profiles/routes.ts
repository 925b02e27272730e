import { findUserLimits } from '#server/modules/allowances/queries.ts'
import { presentAllowance } from '#server/modules/allowances/present.ts'
import { loadOwnBudgets } from '#server/modules/budgets/load-budgets.ts'
import { readRenewedBudgets } from '#server/modules/budgets/renew.ts'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import { findPeriod } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { changeAvatar } from './avatar.ts'
import { loadProfile, loadSelf, publishProfileChange, updateSelf } from './service.ts'

export function mountProfiles(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('profiles.me', ({ actor, at }) => loadSelf(services, actor, at))
  handle('profiles.update_me', ({ actor, body, at }) => updateSelf(services, actor, body, at))
  handle('profiles.avatar', async ({ actor, file, body, at }) => {
    const avatar = await changeAvatar(services, actor, { file, remove: body.remove_picture, at })
    publishProfileChange(services, actor)
    return avatar
  })
  handle('profiles.allowance', async ({ actor, at }) => {
    const { workspace_id: workspaceId, user_id: userId } = actor
    const { start, end } = findPeriod(at, actor.limit_period, actor.timezone)
    const row = await db.readSnapshot(workspaceId, (trx) =>
      findUserLimits(trx, workspaceId, userId, start),
    )
    return presentAllowance(row, end)
  })
  handle('profiles.budgets', ({ actor, at }) =>
    readRenewedBudgets(services, actor.workspace_id, at, (trx) => loadOwnBudgets(trx, actor, at)),
  )
  handle('profiles.get', ({ actor, params, at }) => loadProfile(services, actor, params.id, at))
}
