import { createPendingUsers, loadInviteContext } from '#server/modules/users/create.ts'
import { findMembersByEmail } from '#server/modules/users/invite-queries.ts'
import { isRemovedAddress } from '#server/modules/users/removed-addresses.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { ChatDraft } from './drafts.ts'

/**
 * Invites the strangers of a draft whose addresses the chat confirmed. Skips members of any state
 * and addresses that an administrator removed. Returns the names of the invited; a repeated call
 * invites nobody. Administrators allow it with `invite_strangers`.
 */
export async function inviteStrangers(
  services: Services,
  actor: Actor,
  { content }: ChatDraft,
  at: Date,
): Promise<string[]> {
  if (!actor.billing_active) throwRefusal('billing_inactive')
  const { workspace_id: workspaceId, user_id: userId } = actor
  const names = new Map<string, string>(
    content.strangers.flatMap(({ email, name }) =>
      email === null ? [] : [[email, name] as const],
    ),
  )
  return services.db.tenant(workspaceId, async (trx) => {
    // Locks the settings, so concurrent calls invite an address once.
    const invitation = await loadInviteContext(trx, workspaceId, userId, at)
    const members = await findMembersByEmail(trx, workspaceId, [...names.keys()])
    const emails: string[] = []
    for (const email of names.keys()) {
      const isRemoved = await isRemovedAddress(trx, services.config, workspaceId, email)
      if (!members.has(email) && !isRemoved) emails.push(email)
    }
    const created = await createPendingUsers(
      services,
      trx,
      emails.map((email) => ({ email })),
      invitation,
    )
    const userIds = [...created.values()].map(({ id }) => id)
    if (userIds.length)
      await audit(trx, actor, 'user.create', { user_ids: userIds, count: userIds.length }, at)
    return [...created.keys()].map((email) => names.get(email) ?? email)
  })
}
