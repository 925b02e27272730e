import { limits } from '#contract/limits.ts'
import type { BodyOf, OutputOf } from '#contract/routes/index.ts'
import { assertAwayInRange } from '#server/modules/leave/away.ts'
import { listManagerIds } from '#server/modules/managers/queries.ts'
import { changeOrganization } from '#server/modules/users/organization.ts'
import { listManagedUsers, listPlaceableUsers } from '#server/modules/users/organization-queries.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * Changes the leave of a person below the actor. Throws not_found for a person who is neither
 * invited nor active, forbidden for other people, and field_managed for a leave of another system.
 */
export async function setAway(
  { db, events }: Services,
  actor: Actor,
  userId: string,
  { away }: BodyOf<'organization.set_away'>,
  at: Date,
): Promise<OutputOf<'organization.set_away'>> {
  const { workspace_id: workspaceId, user_id: managerId } = actor
  await db.tenant(workspaceId, async (trx) => {
    // Managers change under the same lock.
    await lockSettings(trx, workspaceId)
    const [placeable, managers] = await Promise.all([
      listPlaceableUsers(trx, workspaceId, [userId]),
      listManagerIds(trx, workspaceId, userId, limits.manager_depth_max),
    ])
    if (!placeable.has(userId)) throwRefusal('not_found')
    if (!managers.includes(managerId)) throwRefusal('forbidden')
    if ((await listManagedUsers(trx, workspaceId, [userId], 'away')).size)
      throwRefusal('field_managed', { field: 'away' })
    if (away) assertAwayInRange(away, 'away', at)
    const fields = await changeOrganization(trx, workspaceId, userId, { away }, { at })
    // The audit log outlives the person, so it has no days.
    if (fields.length)
      await audit(trx, actor, 'user.update', { user_id: userId, fields: fields.join(', ') }, at)
  })
  events.publish(workspaceId, ['config'], [userId])
  return { away }
}
