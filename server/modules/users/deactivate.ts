import { permissions } from '#contract/permissions.ts'
import { leaveAwards } from '#server/modules/award-gifts/leave.ts'
import { adoptBudgets } from '#server/modules/budget-owners/adopt-budgets.ts'
import { deleteLinksOfUser } from '#server/modules/chat-links/queries.ts'
import { startGracePeriod } from '#server/modules/leavers/grace-period.ts'
import { enqueueWebhookEvents } from '#server/modules/outbox/webhook-event-queries.ts'
import { type AuditActor, audit } from '#server/platform/audit/audit-log.ts'
import { endSessions } from '#server/platform/auth/end-sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { assertNotLastHolder } from './edit-policy.ts'
import { revokeInvites } from './invite.ts'
import { updatePermissionColumns } from './permission-queries.ts'
import { updateUserColumns, type UserRow } from './queries.ts'

/** A change of a member by a person or by an identity provider, under the team lock. */
export type MemberChange = { trx: Trx; actor: AuditActor; at: Date }

/**
 * Deactivates a member, which can be undone. Permissions, sessions, access tokens, the calendar URL,
 * chat links and invites end in the same transaction. For a pending member this is "cancel invite".
 * Every way to deactivate a person uses this function: by hand, in bulk and by an identity provider.
 */
export async function deactivateMember(change: MemberChange, member: UserRow): Promise<void> {
  const { trx, actor, at } = change
  const { workspace_id: workspaceId } = actor
  if (member.state === 'deactivated') return
  await assertNotLastHolder(trx, actor, member, permissions, 'without fields')
  await updatePermissionColumns(
    trx,
    workspaceId,
    member.id,
    Object.fromEntries(permissions.map((name) => [name, false])),
  )
  await updateUserColumns(trx, workspaceId, member.id, {
    state: 'deactivated',
    calendar_salt: null,
  })
  await startGracePeriod(trx, workspaceId, member, at)
  if (member.state === 'accepted' && !member.demo)
    await enqueueWebhookEvents(trx, {
      workspaceId,
      event: 'user.left',
      subjectIds: [member.id],
      at,
    })
  await endSessions(trx, at, { workspace_id: workspaceId, user_id: member.id })
  for (const provider of await deleteLinksOfUser(trx, workspaceId, member.id))
    await audit(trx, actor, 'chat.unlink', { provider, user_id: member.id }, at)
  await revokeInvites(change, member.id)
  await adoptBudgets(trx, workspaceId, at)
  await leaveAwards(trx, { workspaceId, userId: member.id, at })
  const lost = permissions.filter((name) => member[name])
  await audit(
    trx,
    actor,
    'user.deactivate',
    {
      user_id: member.id,
      state: { from: member.state, to: 'deactivated' },
      ...(lost.length ? { permissions: lost } : {}),
    },
    at,
  )
}
