import { limits } from '#contract/limits.ts'
import { countGroups, insertGroup } from '#server/modules/groups/queries.ts'
import type { GroupRow } from '#server/modules/memberships/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { ScimContext } from './context.ts'

/** Adds a group that SCIM manages, and returns its id. Throws groups_full. */
export async function addGroup(
  { trx, workspaceId, actor, at }: ScimContext,
  kind: GroupRow['kind'],
  name: string,
): Promise<string> {
  if ((await countGroups(trx, workspaceId)) >= limits.groups_max)
    throwRefusal('groups_full', { params: { finish: limits.groups_max } })
  const id = newId(at)
  await insertGroup(trx, {
    workspace_id: workspaceId,
    id,
    kind,
    name,
    managed_by: 'scim',
    created_at: at,
  })
  await audit(trx, actor, 'group.create', { group_id: id, kind, name }, at)
  return id
}
