import type { ErrorCode } from '#contract/errors.ts'
import { permissions, type Permission, type Permissions } from '#contract/permissions.ts'
import type { MemberAbilities } from '#contract/schemas/users.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal, throwCollectedRefusals } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { countHolders, type PermissionHolderCounts } from './permission-queries.ts'
import type { UserRow } from './queries.ts'

export const lastHolderErrorCodes: Record<Permission, ErrorCode> = {
  account_administrator: 'last_administrator',
  global_administrator: 'last_global_administrator',
  rewards_administrator: 'last_rewards_administrator',
  billing_administrator: 'last_billing_administrator',
}

/** Returns whether a holder of `held` may manage members. */
export const canManageTeam = (held: Permissions): boolean =>
  held.global_administrator || held.account_administrator

/**
 * Returns whether a holder of `held` may change address, state, permissions or record of a member.
 * Account administrators may edit every member. Others may edit only members whose permissions they
 * all hold.
 */
export const canEditMember = (held: Permissions, member: Permissions): boolean =>
  held.account_administrator || permissions.every((name) => held[name] || !member[name])

/**
 * Throws `forbidden` unless the member may be edited. Every call that changes a member uses this
 * check.
 */
export function assertMayEdit(held: Permissions, member: Permissions): void {
  if (!canEditMember(held, member)) throwRefusal('forbidden')
}

/**
 * Throws `forbidden` at the first permission that the actor may not grant or revoke. Account
 * administrators may change all four.
 */
export function assertMayGrant(held: Permissions, changed: Permission[]): void {
  const foreign = changed.find((name) => !held.account_administrator && !held[name])
  if (foreign) throwRefusal('forbidden', { field: foreign })
}

/** Returns whether no other member holds this member's permission. */
const isLastHolder = (
  holders: PermissionHolderCounts,
  member: UserRow,
  name: Permission,
): boolean => member.state === 'accepted' && !member.demo && member[name] && holders[name] <= 1

/**
 * Throws an error for each permission whose last holder would lose it. The caller must hold the
 * settings lock.
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

/** The actor that views members: its permissions, and whether the session is an impersonation. */
export type MemberViewer = { user_id: string; held: Permissions; impersonated: boolean }

/**
 * Returns the viewer's abilities for a member. Impersonation excludes changes that outlast it
 * (contract/impersonation.ts).
 */
export function memberAbilities(
  member: UserRow,
  viewer: MemberViewer,
  holders: PermissionHolderCounts,
): MemberAbilities {
  const { held } = viewer
  const isSelf = member.id === viewer.user_id
  const canEdit = canManageTeam(held) && canEditMember(held, member)
  const isReal = !member.demo
  const allowsLastingChanges = canEdit && isReal && !viewer.impersonated
  const fixedPermissions: MemberAbilities['fixed_permissions'] = {}
  for (const name of permissions) {
    if (!held.account_administrator && !held[name]) fixedPermissions[name] = 'not_held'
    else if (isLastHolder(holders, member, name)) fixedPermissions[name] = 'last_holder'
  }
  return {
    edit: canEdit,
    adjust: held.global_administrator,
    change_email:
      allowsLastingChanges && member.state === 'pending' && member.first_accepted_at === null,
    permissions: allowsLastingChanges && member.state !== 'deactivated',
    resend: allowsLastingChanges && member.state === 'pending',
    reactivate: allowsLastingChanges && member.state === 'deactivated',
    deactivate: canEdit && !isSelf && member.state !== 'deactivated',
    delete: canEdit && !isSelf,
    fixed_permissions: fixedPermissions,
  }
}
