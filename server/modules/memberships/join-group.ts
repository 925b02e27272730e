import { limits } from '#contract/limits.ts'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import {
  endMemberships,
  type GroupRow,
  insertMembers,
  listCurrentMembers,
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
  await insertMembers(trx, group, { workspaceId, userIds: joining, at })
  return joining
}
