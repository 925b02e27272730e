import { limits } from '#contract/limits.ts'
import { dayMs } from '#contract/durations.ts'
import { createWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId, hashToken } from '#server/platform/ids.ts'
import { insertInvites, revokeOpenInvites } from './queries.ts'

/**
 * Creates an invite for each pending member and revokes earlier ones. The invite period starts when
 * its mail is sent (`sendTimes`, default `at`). Returns the tokens in the same order; only their
 * hashes are stored.
 */
export async function createInvites(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
  at: Date,
  sendTimes: readonly Date[] = [],
): Promise<string[]> {
  const invites = userIds.map((userId, index) => ({
    id: newId(at),
    user_id: userId,
    token: createWorkspaceToken(workspaceId),
    expires_at: new Date((sendTimes[index] ?? at).getTime() + limits.invite_days * dayMs),
  }))
  await revokeOpenInvites(trx, workspaceId, userIds, at)
  await insertInvites(
    trx,
    workspaceId,
    invites.map(({ token, ...invite }) => ({ ...invite, token_hash: hashToken(token) })),
    at,
  )
  return invites.map((invite) => invite.token)
}

/** Creates an invite for one pending member and revokes earlier ones. Returns its token. */
export async function createInvite(
  trx: Trx,
  workspaceId: string,
  userId: string,
  at: Date,
): Promise<string> {
  return (await createInvites(trx, workspaceId, [userId], at))[0] ?? ''
}
