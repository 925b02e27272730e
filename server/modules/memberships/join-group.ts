import { limits } from '#contract/limits.ts'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import {
  endMemberships,
  type GroupRow,
  insertMembers,
  listCurrentMembers,
  listGroupsOfUsers,
  listUsersWithGroups,
} from './queries.ts'

/** Returns whether a person is in at most one group of the kind: departments and locations. */
export const isSingleKind = (kind: GroupKind): boolean =>
  kind === 'department' || kind === 'location'

/**
 * Adds people to a group and returns those who were not in it. Joining a department or location
 * ends the membership in another one. The caller holds the settings lock. Throws user_groups_full
 * if someone is in `limits.groups_per_user_max` groups already, except for departments and
 * locations.
 */
export async function joinGroup(
  trx: Trx,
  workspaceId: string,
  group: GroupRow,
  userIds: string[],
  at: Date,
): Promise<string[]> {
  const current = await listCurrentMembers(trx, workspaceId, group.id, userIds)
  const joining = [...new Set(userIds)].filter((id) => !current.has(id))
  if (!joining.length) return []
  if (isSingleKind(group.kind))
    await endMemberships(trx, workspaceId, joining, { kind: group.kind, at })
  else {
    const full = await listUsersWithGroups(trx, workspaceId, joining, limits.groups_per_user_max)
    if (full.length)
      throwRefusal('user_groups_full', { params: { finish: limits.groups_per_user_max } })
  }
  await insertMembers(
    trx,
    workspaceId,
    group.kind,
    joining.map((userId) => ({ user_id: userId, group_id: group.id })),
    at,
  )
  return joining
}

/**
 * Puts each person into a department or location, and ends the membership in another one. Takes the
 * same statements for any number of groups. `newIds`: people who are in no group yet. The caller
 * holds the settings lock.
 */
export async function moveToGroups(
  trx: Trx,
  workspaceId: string,
  kind: 'department' | 'location',
  groupByUser: ReadonlyMap<string, string>,
  { newIds, at }: { newIds: ReadonlySet<string>; at: Date },
): Promise<void> {
  const others = [...groupByUser.keys()].filter((id) => !newIds.has(id))
  const memberships = others.length ? await listGroupsOfUsers(trx, workspaceId, others) : []
  const current = new Map(
    memberships
      .filter((group) => group.kind === kind)
      .map(({ user_id: id, ...group }) => [id, group.id]),
  )
  const moving = [...groupByUser]
    .filter(([userId, groupId]) => current.get(userId) !== groupId)
    .map(([userId, groupId]) => ({ user_id: userId, group_id: groupId }))
  if (!moving.length) return
  const leaving = moving.map((member) => member.user_id).filter((userId) => current.has(userId))
  if (leaving.length) await endMemberships(trx, workspaceId, leaving, { kind, at })
  await insertMembers(trx, workspaceId, kind, moving, at)
}
