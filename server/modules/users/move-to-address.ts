import { findOrCreateAccount, pruneAccount } from '#server/modules/accounts/queries.ts'
import { linkArrivedManagers } from '#server/modules/managers/link-managers.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { endSessions } from '#server/platform/auth/end-sessions.ts'
import type { MemberChange } from './deactivate.ts'
import { revokeInvites } from './invite.ts'
import { updateUserColumns } from './queries.ts'

/**
 * Moves a user to the account of another address, which the caller has checked. Their sessions in
 * this team and open invitations end, because they belong to the former account. The caller holds
 * the settings lock, and invites them again if this returns true: an invitation has ended.
 */
export async function moveToAddress(
  change: MemberChange,
  { id, account_id: oldAccountId }: { id: string; account_id: string | null },
  email: string,
): Promise<boolean> {
  const { trx, actor, at } = change
  const { workspace_id: workspaceId } = actor
  const accountId = await findOrCreateAccount(trx, email, at)
  await endSessions(trx, at, { workspace_id: workspaceId, user_id: id })
  const wasInvited = await revokeInvites(change, id)
  await updateUserColumns(trx, workspaceId, id, { email, account_id: accountId })
  if (oldAccountId !== null) await pruneAccount(trx, oldAccountId)
  await linkArrivedManagers(trx, workspaceId, { managerIds: [id] }, at)
  await audit(trx, actor, 'user.update', { user_id: id, fields: 'email' }, at)
  return wasInvited
}
