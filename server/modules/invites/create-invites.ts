import { limits } from '#contract/limits.ts'
import { dayMs } from '#contract/durations.ts'
import { createWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId, hashToken } from '#server/platform/ids.ts'
import { sql } from 'kysely'

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
  const tokens = userIds.map(() => createWorkspaceToken(workspaceId))
  const expiries = userIds.map(
    (_, index) => new Date((sendTimes[index] ?? at).getTime() + limits.invite_days * dayMs),
  )
  await sql`update invites set revoked_at = ${at} where workspace_id = ${workspaceId}
    and user_id = any(${userIds}::uuid[]) and used_at is null and revoked_at is null`.execute(trx)
  await sql`insert into invites (workspace_id, id, user_id, token_hash, created_at, expires_at)
    select ${workspaceId}, id, user_id, token_hash, ${at}, expires_at
    from unnest(${userIds.map(() => newId(at))}::uuid[], ${userIds}::uuid[],
      ${tokens.map(hashToken)}::bytea[], ${expiries}::timestamptz[])
      as invite (id, user_id, token_hash, expires_at)`.execute(trx)
  return tokens
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
