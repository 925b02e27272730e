import type { Permissions } from '#contract/permissions.ts'
import type { Member } from '#contract/schemas/users.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { findPeriod } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { countHolders, canManageTeam } from './edit-policy.ts'
import { presentMember, type UserRow } from './present.ts'
import { findUser, findUsers } from './queries.ts'

/**
 * What every rule about a member works with: `held` is what the actor may do once it is their turn.
 */
export type UserContext = {
  services: Services
  trx: Trx
  actor: Actor
  actorPermissions: Permissions
  at: Date
}

/** Returns the permissions of an accepted member; undefined for everybody else. */
export async function findPermissions(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: Pick<Actor, 'workspace_id' | 'user_id'>,
): Promise<Permissions | undefined> {
  return trx
    .selectFrom('users')
    .innerJoin('permissions', (join) =>
      join
        .onRef('permissions.workspace_id', '=', 'users.workspace_id')
        .onRef('permissions.user_id', '=', 'users.id'),
    )
    .where('users.workspace_id', '=', workspaceId)
    .where('users.id', '=', userId)
    .where('users.state', '=', 'accepted')
    .select([
      'global_administrator',
      'account_administrator',
      'rewards_administrator',
      'billing_administrator',
    ])
    .executeTakeFirst()
}

/**
 * Changes of a team's people go one after another: of two administrators who remove each other's
 * rights at once, the second acts with what the first has left to them. That is why the actor's
 * permissions are read here once more.
 */
export async function withTeamLock<T>(
  services: Services,
  actor: Actor,
  at: Date,
  work: (work: UserContext) => Promise<T>,
): Promise<T> {
  return services.db.tenant(actor.workspace_id, async (trx) => {
    await lockSettings(trx, actor.workspace_id)
    return work({
      services,
      trx,
      actor,
      actorPermissions: (await findPermissions(trx, actor)) ?? throwRefusal('unauthorized'),
      at,
    })
  })
}

const periodStart = ({ actor, at }: Pick<UserContext, 'actor' | 'at'>) =>
  findPeriod(at, actor.limit_period, actor.timezone).start

/** A member that is there; somebody deleted answers like nobody. */
export async function requireMember(work: UserContext, id: string): Promise<UserRow> {
  return (
    (await findUser(work.trx, work.actor.workspace_id, id, periodStart(work))) ??
    throwRefusal('not_found')
  )
}

/** Returns members as the calls answer them, with what the actor may do with each. */
async function presentMembers(
  { trx, actor, actorPermissions }: UserContext,
  rows: UserRow[],
): Promise<Member[]> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const holders = await countHolders(trx, workspaceId)
  // The actor's own permissions may be what this call has changed.
  const now = rows.find((row) => row.id === userId) ?? actorPermissions
  return rows.map((row) =>
    presentMember(
      row,
      workspaceId,
      { user_id: userId, held: now, impersonated: actor.kind === 'impersonation' },
      holders,
    ),
  )
}

/** A member as the calls answer it, after it has been changed. */
export async function loadMember(work: UserContext, id: string): Promise<Member> {
  const [member] = await presentMembers(work, [await requireMember(work, id)])
  return member ?? throwRefusal('not_found')
}

/** Members by their addresses, as the calls answer them: one query, however many. */
export async function loadMembersByEmail(
  work: UserContext,
  ids: string[],
): Promise<Map<string, Member>> {
  const rows = await findUsers(work.trx, work.actor.workspace_id, ids, periodStart(work))
  return new Map((await presentMembers(work, rows)).map((member) => [member.email, member]))
}

/** Who manages the team may again be asked after the turn has come. */
export function assertManagesTeam({ actorPermissions }: UserContext): void {
  if (!canManageTeam(actorPermissions)) throwRefusal('forbidden')
}
