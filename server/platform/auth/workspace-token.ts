import { throwRefusal } from '#server/platform/errors.ts'
import { encodeWorkspaceToken, uuidFromBytes } from '#server/platform/ids.ts'
import { randomBytes } from 'node:crypto'

/**
 * Creates a token that contains its workspace id, so the lookup runs under row level security. It
 * has 16 bytes of id and 24 random bytes.
 */
export function createWorkspaceToken(workspaceId: string): string {
  return encodeWorkspaceToken(workspaceId, randomBytes(24))
}
/** Returns the workspace id of a token. Throws `code` if the token is malformed. */
export function parseWorkspaceToken(
  token: string,
  code:
    | 'invite_invalid'
    | 'join_link_invalid'
    | 'impersonation_invalid'
    | 'checkout_invalid'
    | 'claim_invalid'
    | 'leaver_link_invalid'
    | 'sso_expired'
    | 'unauthorized'
    | 'not_found',
): string {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 40) throwRefusal(code)
  return uuidFromBytes(bytes.subarray(0, 16))
}
