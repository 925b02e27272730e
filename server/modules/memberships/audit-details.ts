import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { findGroup } from './queries.ts'

/**
 * Returns the group of an export for its audit entry; nothing without a group. Throws not_found.
 */
export async function auditDetailsOfGroup(
  trx: Trx,
  workspaceId: string,
  groupId: string | undefined,
): Promise<{ group_id?: string; group?: string }> {
  if (groupId === undefined) return {}
  const found = await findGroup(trx, workspaceId, groupId)
  return found ? { group_id: found.id, group: found.name } : throwRefusal('not_found')
}
