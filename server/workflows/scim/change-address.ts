import { mailDomainOf } from '#server/modules/joining/mail-domain.ts'
import { isVerifiedDomain } from '#server/modules/sso/domain-queries.ts'
import { moveToAddress } from '#server/modules/users/move-to-address.ts'
import type { ScimContext } from './context.ts'
import { ScimError, throwInvalid } from './scim-error.ts'
import { findUserOfEmail, type ScimUserRow } from './user-queries.ts'

/**
 * Moves a user to the account of another address. The account of a person belongs to them, so after
 * the first sign-in the new address must be of a verified domain of the team. Returns whether an
 * invitation to the former address has ended. Throws 409 uniqueness and mutability.
 */
export async function changeAddress(
  context: ScimContext,
  row: ScimUserRow,
  email: string,
): Promise<boolean> {
  const { trx, workspaceId } = context
  if (await findUserOfEmail(trx, workspaceId, email))
    throw new ScimError(409, `The user ${email} exists`, 'uniqueness')
  if (
    row.first_accepted_at !== null &&
    !(await isVerifiedDomain(trx, workspaceId, mailDomainOf(email)))
  )
    throwInvalid('mutability', 'The address can only change to one of a verified domain')
  return moveToAddress(context, row, email)
}
