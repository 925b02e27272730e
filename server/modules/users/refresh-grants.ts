import { type Permission, permissions } from '#contract/permissions.ts'
import { reviewApprovers } from '#server/modules/award-gifts/review-approvers.ts'
import { type AuditActor, audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { lastHolderErrorCodes } from './edit-policy.ts'
import { countHolders } from './permission-queries.ts'
import {
  deleteGrants,
  insertGrants,
  listGrantChanges,
  updatePermission,
} from './scim-grant-queries.ts'

type Change = { trx: Trx; actor: AuditActor; at: Date }

async function applyPermission(
  { trx, actor, at }: Change,
  permission: Permission,
  userIds: string[],
  grants: boolean,
): Promise<void> {
  if (!userIds.length) return
  await updatePermission(trx, actor.workspace_id, userIds, permission, grants)
  const people = userIds.length === 1 ? { user_id: userIds[0] } : { user_ids: userIds }
  await audit(
    trx,
    actor,
    grants ? 'scim.grant' : 'scim.revoke',
    { permissions: [permission], ...people, count: userIds.length },
    at,
  )
}

/**
 * Grants and revokes the permissions that groups of the provider give their members. Permissions
 * granted by hand stay. The number of statements does not depend on the number of people. Returns
 * the people whose permissions changed. The caller holds the settings lock. Throws
 * last_administrator and others.
 */
export async function refreshGrants(change: Change, userIds: string[] | 'all'): Promise<string[]> {
  const { trx, actor } = change
  const { workspace_id: workspaceId } = actor
  const changes = await listGrantChanges(trx, workspaceId, userIds)
  if (!changes.length) return []
  for (const permission of permissions) {
    const concerned = changes.filter((one) => one.permission === permission)
    const granted = concerned.filter((one) => one.grants).map((one) => one.user_id)
    const lost = concerned.filter((one) => !one.grants)
    const revoked = lost.filter((one) => one.held).map((one) => one.user_id)
    await applyPermission(change, permission, granted, true)
    await applyPermission(change, permission, revoked, false)
    if (granted.length) await insertGrants(trx, workspaceId, granted, permission)
    const ended = lost.map((one) => one.user_id)
    if (ended.length) await deleteGrants(trx, workspaceId, ended, permission)
  }
  const lostIds = changes.filter((one) => !one.grants && one.held).map((one) => one.user_id)
  if (lostIds.length) await reviewApprovers(trx, { workspaceId, userIds: lostIds, at: change.at })
  const holders = await countHolders(trx, workspaceId)
  const orphan = changes.find((one) => !one.grants && one.held && holders[one.permission] === 0)
  if (orphan)
    throwRefusal(lastHolderErrorCodes[orphan.permission], {
      params: { permission: orphan.permission },
    })
  return [...new Set(changes.filter((one) => one.grants || one.held).map((one) => one.user_id))]
}
