import type { Permissions } from '#contract/permissions.ts'
import type { Member } from '#contract/schemas/users.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { findPeriod } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { canManageTeam } from './edit-policy.ts'
import { findPermissions } from '#server/modules/people/permission-queries.ts'
import { countHolders } from './permission-queries.ts'
import { loadOrganizations } from './organization.ts'
import { presentMember } from './present.ts'
import { findUser, findUsers, type UserRow } from './queries.ts'

/**
 * Context of a change to a member, under the team lock. `actorPermissions` are read inside the
 * transaction.
 */
export type UserContext = {
  services: Services
  trx: Trx
  actor: Actor
  actorPermissions: Permissions
  at: Date
}

/**
 * Runs `work` under the settings lock, which serializes changes of a team's members. Two
 * administrators may revoke each other's permissions concurrently. The actor's permissions are
 * therefore read again inside the lock. Throws unauthorized for an actor without a membership.
 */
export async function withTeamLock<T>(
  services: Services,
  actor: Actor,
  at: Date,
  work: (context: UserContext) => Promise<T>,
): Promise<T> {
  return services.db.tenant(actor.workspace_id, async (trx) => {
    await lockSettings(trx, actor.workspace_id)
    return work({
      services,
      trx,
      actor,
      actorPermissions:
        (await findPermissions(trx, actor.workspace_id, actor.user_id)) ??
        throwRefusal('unauthorized'),
      at,
    })
  })
}

const periodStart = ({ actor, at }: Pick<UserContext, 'actor' | 'at'>) =>
  findPeriod(at, actor.limit_period, actor.timezone).start

/** Returns a member. Throws not_found for an unknown or deleted one. */
export async function requireMember(context: UserContext, id: string): Promise<UserRow> {
  return (
    (await findUser(context.trx, context.actor.workspace_id, id, periodStart(context))) ??
    throwRefusal('not_found')
  )
}

/** Returns members as the API presents them, with the actor's abilities for each. */
async function presentMembers(
  { trx, actor, actorPermissions }: UserContext,
  rows: UserRow[],
): Promise<Member[]> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const [holders, places] = await Promise.all([
    countHolders(trx, workspaceId),
    loadOrganizations(
      trx,
      workspaceId,
      rows.map(({ id }) => id),
    ),
  ])
  // This call may have changed the actor's own permissions.
  const now = rows.find((row) => row.id === userId) ?? actorPermissions
  return rows.map((row) =>
    presentMember(
      row,
      workspaceId,
      { user_id: userId, held: now, impersonated: actor.kind === 'impersonation' },
      holders,
      places.get(row.id) ?? throwRefusal('not_found'),
    ),
  )
}

/** Returns a member as the API presents it, after a change. */
export async function loadMember(context: UserContext, id: string): Promise<Member> {
  const [member] = await presentMembers(context, [await requireMember(context, id)])
  return member ?? throwRefusal('not_found')
}

/** Returns members by address as the API presents them, with one query. */
export async function loadMembersByEmail(
  context: UserContext,
  ids: string[],
): Promise<Map<string, Member>> {
  const rows = await findUsers(context.trx, context.actor.workspace_id, ids, periodStart(context))
  return new Map((await presentMembers(context, rows)).map((member) => [member.email, member]))
}

/**
 * Throws forbidden unless the actor manages the team. Permissions may have changed before the lock
 * was granted.
 */
export function assertManagesTeam({ actorPermissions }: UserContext): void {
  if (!canManageTeam(actorPermissions)) throwRefusal('forbidden')
}
