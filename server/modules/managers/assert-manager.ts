import { limits } from '#contract/limits.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { countLevelsBelow, listManagerIds } from './queries.ts'

/**
 * Throws manager_circle if the manager is the person or reports to them, and managers_too_deep if
 * the chain would get longer than `limits.manager_depth_max`. The caller holds the settings lock,
 * which keeps two administrators from closing a circle at once.
 */
export async function assertManagerFits(
  trx: Trx,
  workspaceId: string,
  userId: string,
  managerId: string,
): Promise<void> {
  const field = 'organization.manager_id'
  if (managerId === userId) throwRefusal('manager_circle', { field })
  const max = limits.manager_depth_max
  const above = await listManagerIds(trx, workspaceId, managerId, max)
  if (above.includes(userId)) throwRefusal('manager_circle', { field })
  const below = await countLevelsBelow(trx, workspaceId, userId, max)
  if (above.length + 1 + below > max)
    throwRefusal('managers_too_deep', { field, params: { finish: max } })
}
