import { refreshPeopleRules } from '#server/modules/allowances/refresh-people-rules.ts'
import { findAudienceWithGroup } from '#server/modules/audience-members/queries.ts'
import { endMembershipsOfGroup, type GroupRow } from '#server/modules/memberships/queries.ts'
import { type AuditActor, audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { moveGroupsBelow, replaceGroupOwners, updateGroupColumns } from './queries.ts'
import { findRuleWithPlace } from './rule-queries.ts'

/**
 * Deletes a group: its members leave it, and the departments below it move up. Past memberships
 * stay. The caller holds the settings lock. Throws used_by_rule for a department or location in the
 * rule of another group, and used_by_audience for a group that an audience in use names.
 */
export async function removeGroup(
  { trx, actor, at }: { trx: Trx; actor: AuditActor; at: Date },
  { id, name, parent_id: parentId }: Pick<GroupRow, 'id' | 'name' | 'parent_id'>,
): Promise<void> {
  const { workspace_id: workspaceId } = actor
  const user = await findRuleWithPlace(trx, workspaceId, id)
  if (user !== undefined) throwRefusal('used_by_rule', { params: { group: user } })
  const audience = await findAudienceWithGroup(trx, workspaceId, id)
  if (audience !== undefined) throwRefusal('used_by_audience', { params: { name: audience } })
  await moveGroupsBelow(trx, workspaceId, id, parentId)
  await endMembershipsOfGroup(trx, workspaceId, id, at)
  await replaceGroupOwners(trx, workspaceId, id, [])
  await updateGroupColumns(trx, workspaceId, id, { deleted_at: at, parent_id: null })
  await refreshPeopleRules(trx, workspaceId, 'all', at)
  await audit(trx, actor, 'group.delete', { group_id: id, name }, at)
}
