import { limits } from '#contract/limits.ts'
import { refreshPeopleRules } from '#server/modules/allowances/refresh-people-rules.ts'
import type { Trx } from '#server/platform/database/database.ts'
import {
  type ArrivalScope,
  deleteWaitingManagers,
  listArrivedManagers,
  listManagersAround,
  updateManagers,
} from './waiting-queries.ts'

/**
 * Returns whether a manager fits a person: neither a circle nor a chain longer than
 * `limits.manager_depth_max` above them. People below the person are not counted.
 */
function fits(managers: ReadonlyMap<string, string>, userId: string, managerId: string): boolean {
  let levels = 1
  for (let id: string | undefined = managerId; id !== undefined; id = managers.get(id)) {
    if (id === userId || levels > limits.manager_depth_max) return false
    levels += 1
  }
  return true
}

/** Returns the people with more managers above them than allowed. */
function listTooDeep(managers: ReadonlyMap<string, string>): Set<string> {
  const levels = new Map<string, number>()
  const levelOf = (id: string): number => {
    const known = levels.get(id)
    if (known !== undefined) return known
    const managerId = managers.get(id)
    const level = managerId === undefined ? 0 : levelOf(managerId) + 1
    levels.set(id, level)
    return level
  }
  return new Set([...managers.keys()].filter((id) => levelOf(id) > limits.manager_depth_max))
}

/**
 * Links people of a scope to managers who have arrived, whole teams at once: all links are checked in
 * memory. Those that would close a circle or make a chain too long are forgotten. Returns the people
 * whose link was forgotten. A manager of another system stays. The caller holds the settings lock.
 */
export async function linkArrivedManagers(
  trx: Trx,
  workspaceId: string,
  scope: ArrivalScope,
  at: Date,
): Promise<string[]> {
  const arrived = await listArrivedManagers(trx, workspaceId, scope)
  if (!arrived.length) return []
  const managers = await listManagersAround(trx, workspaceId, {
    managerIds: arrived.map((link) => link.manager_id),
    userIds: arrived.map((link) => link.user_id),
  })
  const before = new Map(managers)
  const wanted = arrived.filter((link) => !link.is_managed)
  const linked: typeof arrived = []
  // A link may only fit after others have moved away, so those that do not fit are tried again.
  for (let open = wanted, before = Infinity; open.length < before;) {
    before = open.length
    open = open.filter((link) => {
      const { user_id: userId, manager_id: managerId } = link
      if (!fits(managers, userId, managerId)) return true
      managers.set(userId, managerId)
      linked.push(link)
      return false
    })
  }
  const tooDeep = listTooDeep(managers)
  const kept = linked.filter(
    ({ user_id: userId, manager_id: managerId }) =>
      before.get(userId) !== managerId && !tooDeep.has(userId),
  )
  if (kept.length) await updateManagers(trx, workspaceId, kept)
  await refreshPeopleRules(
    trx,
    workspaceId,
    kept.map((link) => link.user_id),
    at,
  )
  await deleteWaitingManagers(
    trx,
    workspaceId,
    arrived.map((link) => link.user_id),
  )
  const linkedIds = new Set(linked.map((link) => link.user_id))
  return wanted
    .map((link) => link.user_id)
    .filter((userId) => !linkedIds.has(userId) || tooDeep.has(userId))
}
