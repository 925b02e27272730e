import { permissions } from '#contract/permissions.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { Member } from '#contract/schemas/users.ts'
import { reviewApprovers } from '#server/modules/award-gifts/review-approvers.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { assertNotLastHolder, assertMayEdit, assertMayGrant } from './edit-policy.ts'
import { updatePermissionColumns } from './permission-queries.ts'
import {
  withTeamLock,
  requireMember,
  assertManagesTeam,
  loadMember,
  type UserContext,
} from './context.ts'

type PermissionsInput = BodyOf<'users.permissions'>

/**
 * Grants and revokes permissions under the team lock. Account administrators may change all, others only those they
 * hold (forbidden). Each permission keeps a holder (last_..._administrator). Deactivated members
 * and demo users cannot have permissions (conflict).
 */
export async function changePermissions(
  context: UserContext,
  id: string,
  input: PermissionsInput,
): Promise<void> {
  const { trx, actor, actorPermissions, at } = context
  assertManagesTeam(context)
  const member = await requireMember(context, id)
  if (member.demo || member.state === 'deactivated') throwRefusal('conflict')
  const changed = permissions.filter(
    (name) => input[name] !== undefined && input[name] !== member[name],
  )
  if (!changed.length) return
  assertMayGrant(actorPermissions, changed)
  assertMayEdit(actorPermissions, member)
  await assertNotLastHolder(
    trx,
    actor,
    member,
    changed.filter((name) => !input[name]),
    'with fields',
  )
  const set = Object.fromEntries(changed.map((name) => [name, input[name]]))
  await updatePermissionColumns(trx, actor.workspace_id, id, set)
  if (changed.some((name) => !input[name]))
    await reviewApprovers(trx, { workspaceId: actor.workspace_id, userIds: [id], at })
  await audit(
    trx,
    actor,
    'user.permissions',
    {
      user_id: id,
      ...Object.fromEntries(changed.map((name) => [name, { from: member[name], to: input[name] }])),
    },
    at,
  )
}

/** Changes the permissions of one member, and refreshes the member's open pages. */
export async function updatePermissions(
  services: Services,
  actor: Actor,
  id: string,
  input: PermissionsInput,
  at: Date,
): Promise<Member> {
  const member = await withTeamLock(services, actor, at, async (context) => {
    await changePermissions(context, id, input)
    return loadMember(context, id)
  })
  services.events.publish(actor.workspace_id, ['config'], [id])
  return member
}
