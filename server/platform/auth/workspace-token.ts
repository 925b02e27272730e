import { throwRefusal } from '#server/platform/errors.ts'
import { workspaceToken, uuidFromBytes } from '#server/platform/ids.ts'
import { randomBytes } from 'node:crypto'

/**
 * A token that names its workspace, so that it is looked up inside that workspace's walls: 16 bytes
 * of id, 24 of chance.
 */
export function createWorkspaceToken(workspaceId: string): string {
  return workspaceToken(workspaceId, randomBytes(24))
}
/** The workspace that a token names; refuses with `code` what is none of our tokens. */
export function parseWorkspaceToken(
  token: string,
  code: 'invite_invalid' | 'impersonation_invalid' | 'checkout_invalid' | 'claim_invalid',
): string {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 40) throwRefusal(code)
  return uuidFromBytes(bytes.subarray(0, 16))
}
