import { limits } from '#contract/limits.ts'
import type { AttributeValue, AttributeVisibility } from '#contract/schemas/attributes.ts'
import type { PublicOrganization } from '#contract/schemas/organization-record.ts'
import { listManagerIds } from '#server/modules/managers/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { hasAbility, hasScope } from '#server/platform/http/mount-routes.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { type AttributeRow, hasReports, listAttributes } from './queries.ts'

/** Returns whether the actor sees the attributes of everyone. */
const seesAllAttributes = (actor: Actor): boolean =>
  hasAbility(actor, 'manage_team') && hasScope(actor, 'team:read')

const isFor = (visibility: AttributeVisibility, isManager: boolean): boolean =>
  visibility === 'everyone' || (visibility === 'managers' && isManager)

/** Returns the attributes that the actor may see of colleagues. */
export async function listVisibleAttributes(trx: Trx, actor: Actor): Promise<AttributeRow[]> {
  const attributes = await listAttributes(trx, actor.workspace_id)
  if (seesAllAttributes(actor)) return attributes
  const isManager = await hasReports(trx, actor.workspace_id, actor.user_id)
  return attributes.filter(({ visibility }) => isFor(visibility, isManager))
}

/** Returns the filled attributes of a person that the actor may see. */
export async function selectVisibleValues(
  trx: Trx,
  actor: Actor,
  userId: string,
  values: AttributeValue[],
): Promise<PublicOrganization['attributes']> {
  const seesAll = userId === actor.user_id || seesAllAttributes(actor)
  const needsManagers = !seesAll && values.some(({ visibility }) => visibility === 'managers')
  const managerIds = needsManagers
    ? await listManagerIds(trx, actor.workspace_id, userId, limits.manager_depth_max)
    : []
  const isManager = managerIds.includes(actor.user_id)
  return values
    .filter(({ value, visibility }) => value !== '' && (seesAll || isFor(visibility, isManager)))
    .map(({ attribute_id: id, name, value }) => ({ attribute_id: id, name, value }))
}
