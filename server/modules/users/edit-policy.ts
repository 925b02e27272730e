import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { permissions, type Permission, type Permissions } from '#contract/permissions.ts'
import type { MemberAbilities } from '#contract/schemas/users.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal, throwCollectedRefusals } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { UserRow } from './present.ts'

/** How many accepted people, demo people apart, hold each permission. */
export type PermissionHolderCounts = Record<Permission, number>

const lastHolderErrorCodes: Record<Permission, ErrorCode> = {
  account_administrator: 'last_administrator',
  global_administrator: 'last_global_administrator',
  rewards_administrator: 'last_rewards_administrator',
  billing_administrator: 'last_billing_administrator',
}

/** Returns whether the holder of `held` may manage the team's people. */
export const canManageTeam = (held: Permissions): boolean =>
  held.global_administrator || held.account_administrator

/**
 * Returns whether the holder of `held` may change address, state, permissions or record of somebody
 * with the permissions of `member`. Account administrators may edit anybody, others only members
 * all of whose permissions they hold (issue 14, H2).
 */
export const canEditMember = (held: Permissions, member: Permissions): boolean =>
  held.account_administrator || permissions.every((name) => held[name] || !member[name])

/** Throws `forbidden` unless `mayEdit`. Every call that changes a member asks this. */
export function assertMayEdit(held: Permissions, member: Permissions): void {
  if (!canEditMember(held, member)) throwRefusal('forbidden')
}

/**
 * Throws `forbidden` at the first permission that the actor may neither give nor take. Account
 * administrators may all four.
 */
export function assertMayGrant(held: Permissions, changed: Permission[]): void {
  const foreign = changed.find((name) => !held.account_administrator && !held[name])
  if (foreign) throwRefusal('forbidden', { field: foreign })
}

/** Returns the number of holders of each permission. */
export async function countHolders(trx: Trx, workspaceId: string): Promise<PermissionHolderCounts> {
  const { rows } = await sql<PermissionHolderCounts>`
    select count(*) filter (where p.global_administrator)::int as global_administrator,
      count(*) filter (where p.account_administrator)::int as account_administrator,
      count(*) filter (where p.rewards_administrator)::int as rewards_administrator,
        count(*) filter (where p.billing_administrator)::int as billing_administrator
    from permissions p join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
    where p.workspace_id = ${workspaceId} and (p.global_administrator or p.account_administrator
      or p.rewards_administrator or p.billing_administrator)
      and u.state = 'accepted' and not u.demo`.execute(trx)
  return (
    rows[0] ?? {
      global_administrator: 0,
      account_administrator: 0,
      rewards_administrator: 0,
      billing_administrator: 0,
    }
  )
}

/** Returns whether nobody else in the team holds a permission of this member. */
const isLastHolder = (
  holders: PermissionHolderCounts,
  member: UserRow,
  name: Permission,
): boolean => member.state === 'accepted' && !member.demo && member[name] && holders[name] <= 1

/**
 * Throws one code for each permission that this member alone holds and would lose. The team's
 * settings must be locked.
 */
export async function assertNotLastHolder(
  trx: Trx,
  { workspace_id: workspaceId }: Pick<Actor, 'workspace_id'>,
  member: UserRow,
  lost: readonly Permission[],
  fields: 'with fields' | 'without fields',
): Promise<void> {
  const holders = await countHolders(trx, workspaceId)
  throwCollectedRefusals(
    ...lost
      .filter((name) => isLastHolder(holders, member, name))
      .map(
        (name) => () =>
          throwRefusal(lastHolderErrorCodes[name], {
            ...(fields === 'with fields' ? { field: name } : {}),
            params: { permission: name },
          }),
      ),
  )
}

/**
 * The person who asks about members: their permissions, and whether an operator acts in their
 * place.
 */
export type MemberViewer = { user_id: string; held: Permissions; impersonated: boolean }

/**
 * Returns what a reader may do with a member. Impersonation may not do what outlasts it
 * (contract/impersonation.ts).
 */
export function memberAbilities(
  member: UserRow,
  reader: MemberViewer,
  holders: PermissionHolderCounts,
): MemberAbilities {
  const { held } = reader
  const self = member.id === reader.user_id
  const edit = canManageTeam(held) && canEditMember(held, member)
  const real = !member.demo
  const lasting = edit && real && !reader.impersonated
  const fixed: MemberAbilities['fixed_permissions'] = {}
  for (const name of permissions) {
    if (!held.account_administrator && !held[name]) fixed[name] = 'not_held'
    else if (isLastHolder(holders, member, name)) fixed[name] = 'last_holder'
  }
  return {
    edit,
    adjust: held.global_administrator,
    change_email: lasting && member.state === 'pending' && member.first_accepted_at === null,
    permissions: lasting && member.state !== 'deactivated',
    resend: lasting && member.state === 'pending',
    reactivate: lasting && member.state === 'deactivated',
    deactivate: edit && !self && member.state !== 'deactivated',
    delete: edit && !self,
    fixed_permissions: fixed,
  }
}
