import { limits } from '#contract/limits.ts'
import type { BodyOf, OutputOf } from '#contract/routes/index.ts'
import type { ScimGroup, ScimSettings } from '#contract/schemas/scim.ts'
import { isGroupNameTaken } from '#server/modules/groups/queries.ts'
import { requirePresence } from '#server/modules/presence/service.ts'
import { type UserContext, withTeamLock } from '#server/modules/users/context.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { createWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hashToken, newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import {
  findScimSettings,
  insertScimToken,
  listMappedGroups,
  listScimTokens,
  revokeScimToken,
  saveScimSettings,
  type ScimTokenRow,
  updateGroupKind,
  updateGroupPermission,
} from './queries.ts'
import { refreshGrants } from '#server/modules/users/refresh-grants.ts'

const presentToken = (row: ScimTokenRow): ScimSettings['tokens'][number] => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

/** Returns how an identity provider keeps the people of a team. */
export async function loadScimSettings(
  trx: Trx,
  { config }: Pick<Services, 'config'>,
  workspaceId: string,
): Promise<ScimSettings> {
  const row = await findScimSettings(trx, workspaceId)
  const tokens = await listScimTokens(trx, workspaceId)
  return {
    base_url: `${config.publicUrl}/scim/v2`,
    name: row.name,
    dry_run: row.dry_run,
    sends_invitations: row.sends_invitations,
    grants_account_administrator: row.grants_account_administrator,
    paused_at: row.paused_at?.toISOString() ?? null,
    tokens: tokens.map(presentToken),
  }
}

/**
 * Changes SCIM under the team lock and with presence. The actor administers the account inside the
 * lock as well.
 */
async function withScimLock<T>(
  services: Services,
  actor: Actor,
  at: Date,
  change: (context: UserContext) => Promise<T>,
): Promise<T> {
  await requirePresence(services, actor, at)
  return withTeamLock(services, actor, at, async (context) => {
    if (!context.actorPermissions.account_administrator) throwRefusal('forbidden')
    return change(context)
  })
}

/** Changes the settings. Groups lose account administrators when they may no longer make them. */
export async function updateScimSettings(
  services: Services,
  actor: Actor,
  input: BodyOf<'scim.update'>,
  at: Date,
): Promise<ScimSettings> {
  const { workspace_id: workspaceId } = actor
  let changedIds: string[] = []
  const settings = await withScimLock(services, actor, at, async (context) => {
    const { trx } = context
    const before = await findScimSettings(trx, workspaceId)
    const changes = Object.fromEntries(
      Object.entries(input)
        .filter(([field, to]) => to !== undefined && to !== before[field as keyof typeof input])
        .map(([field, to]) => [field, { from: before[field as keyof typeof input], to }]),
    )
    if (Object.keys(changes).length) {
      await saveScimSettings(trx, workspaceId, input)
      if (changes['grants_account_administrator']) changedIds = await refreshGrants(context, 'all')
      await audit(trx, actor, 'scim.update', changes, at)
    }
    return loadScimSettings(trx, services, workspaceId)
  })
  if (changedIds.length) services.events.publish(workspaceId, ['config'], changedIds)
  return settings
}

/** Ends a pause. Deactivations count from now on. Throws conflict without a pause. */
export const resumeScim = (services: Services, actor: Actor, at: Date): Promise<ScimSettings> =>
  withScimLock(services, actor, at, async ({ trx }) => {
    const { workspace_id: workspaceId } = actor
    if (!(await findScimSettings(trx, workspaceId)).paused_at) throwRefusal('conflict')
    await saveScimSettings(trx, workspaceId, { paused_at: null, resumed_at: at })
    await audit(trx, actor, 'scim.resume', {}, at)
    return loadScimSettings(trx, services, workspaceId)
  })

/** Creates a token. Only its hash is stored. Throws scim_tokens_full while two are alive. */
export const createScimToken = (
  services: Services,
  actor: Actor,
  { name }: BodyOf<'scim.create_token'>,
  at: Date,
): Promise<OutputOf<'scim.create_token'>> =>
  withScimLock(services, actor, at, async ({ trx }) => {
    const { workspace_id: workspaceId, user_id: userId } = actor
    if ((await listScimTokens(trx, workspaceId)).length >= limits.scim_tokens_max)
      throwRefusal('scim_tokens_full', { params: { finish: limits.scim_tokens_max } })
    const token = createWorkspaceToken(workspaceId)
    const row = { id: newId(at), name, created_by: userId, created_at: at, last_used_at: null }
    await insertScimToken(trx, {
      workspace_id: workspaceId,
      token_hash: hashToken(token),
      ...row,
    })
    await audit(trx, actor, 'scim.token_create', { name }, at)
    return { ...presentToken(row), token }
  })

/** Revokes a token at once. Throws not_found, before presence is asked for. */
export async function removeScimToken(
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<undefined> {
  const { workspace_id: workspaceId } = actor
  const tokens = await services.db.tenant(workspaceId, (trx) => listScimTokens(trx, workspaceId))
  if (!tokens.some((token) => token.id === id)) throwRefusal('not_found')
  return withScimLock(services, actor, at, async ({ trx }) => {
    const name = await revokeScimToken(trx, workspaceId, id, at)
    if (name === undefined) throwRefusal('not_found')
    await audit(trx, actor, 'scim.token_revoke', { name }, at)
    return undefined
  })
}

async function requireGroup(trx: Trx, workspaceId: string, id: string): Promise<ScimGroup> {
  const [group] = await listMappedGroups(trx, workspaceId, { id })
  return group ?? throwRefusal('not_found')
}

/** Returns the details of a change for the audit log. */
function describeChange(before: ScimGroup, after: ScimGroup): Record<string, unknown> {
  const listOf = ({ permission }: ScimGroup) => (permission ? [permission] : null)
  return {
    name: after.name,
    ...(before.kind === after.kind ? {} : { kind: { from: before.kind, to: after.kind } }),
    ...(before.permission === after.permission
      ? {}
      : { permissions: { from: listOf(before), to: listOf(after) } }),
  }
}

/**
 * Gives the members of a group of the provider a permission, and changes its kind. Throws
 * scim_grant_off for account administrators, unless the team allows groups to make them.
 */
export async function mapScimGroup(
  services: Services,
  actor: Actor,
  id: string,
  { permission, kind }: BodyOf<'scim.map_group'>,
  at: Date,
): Promise<ScimGroup> {
  const { workspace_id: workspaceId } = actor
  let changedIds: string[] = []
  await services.db.tenant(workspaceId, (trx) => requireGroup(trx, workspaceId, id))
  const group = await withScimLock(services, actor, at, async (context) => {
    const { trx } = context
    const before = await requireGroup(trx, workspaceId, id)
    const settings = await findScimSettings(trx, workspaceId)
    if (permission === 'account_administrator' && !settings.grants_account_administrator)
      throwRefusal('scim_grant_off', { field: 'permission' })
    if (kind !== undefined && kind !== before.kind) {
      if (await isGroupNameTaken(trx, workspaceId, { id, kind, name: before.name }))
        throwRefusal('not_unique', { field: 'kind' })
      await updateGroupKind(trx, workspaceId, id, kind)
    }
    if (permission !== undefined && permission !== before.permission) {
      await updateGroupPermission(trx, workspaceId, id, permission)
      changedIds = await refreshGrants(context, 'all')
    }
    const after = await requireGroup(trx, workspaceId, id)
    await audit(trx, actor, 'scim.map_group', describeChange(before, after), at)
    return after
  })
  if (changedIds.length) services.events.publish(workspaceId, ['config'], changedIds)
  return group
}
