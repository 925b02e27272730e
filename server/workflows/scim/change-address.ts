import { findOrCreateAccount, pruneAccount } from '#server/modules/accounts/queries.ts'
import { linkArrivedManagers } from '#server/modules/managers/link-managers.ts'
import { emailDomain } from '#server/modules/outbox/mail-budget.ts'
import { isVerifiedDomain } from '#server/modules/sso/domain-queries.ts'
import { revokeInvites } from '#server/modules/users/invite.ts'
import { updateUserColumns } from '#server/modules/users/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { endSessions } from '#server/platform/auth/end-sessions.ts'
import type { ScimContext } from './context.ts'
import { ScimError, throwInvalid } from './scim-error.ts'
import { findUserOfEmail, type ScimUserRow } from './user-queries.ts'

/**
 * Moves a user to the account of another address. The account of a person belongs to them, so after
 * the first sign-in the new address must be of a verified domain of the team. Their sessions in this
 * team end, because they belong to the former account. Throws 409 uniqueness and mutability.
 */
export async function changeAddress(
  context: ScimContext,
  { id, account_id: oldAccountId, first_accepted_at: acceptedAt }: ScimUserRow,
  email: string,
): Promise<void> {
  const { trx, workspaceId, actor, at } = context
  if (await findUserOfEmail(trx, workspaceId, email))
    throw new ScimError(409, `The user ${email} exists`, 'uniqueness')
  if (acceptedAt !== null && !(await isVerifiedDomain(trx, workspaceId, emailDomain(email))))
    throwInvalid('mutability', 'The address can only change to one of a verified domain')
  const accountId = await findOrCreateAccount(trx, email, at)
  await endSessions(trx, at, { workspace_id: workspaceId, user_id: id })
  await revokeInvites(context, id)
  await updateUserColumns(trx, workspaceId, id, { email, account_id: accountId })
  if (oldAccountId !== null) await pruneAccount(trx, oldAccountId)
  await linkArrivedManagers(trx, workspaceId, { managerIds: [id] }, at)
  await audit(trx, actor, 'user.update', { user_id: id, fields: 'email' }, at)
}
