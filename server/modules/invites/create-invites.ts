import { limits } from '#contract/limits.ts'
import { dayMs } from '#contract/durations.ts'
import { createWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId, hashToken } from '#server/platform/ids.ts'
import { sql } from 'kysely'

/**
 * Makes an invite for each pending member; earlier ones stop working. The term begins when the mail
 * `sends` (else now). Answers the tokens in the same order; they are kept nowhere.
 */
export async function createInvites(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
  at: Date,
  sends: readonly Date[] = [],
): Promise<string[]> {
  const tokens = userIds.map(() => createWorkspaceToken(workspaceId))
  await sql`update invites set revoked_at = ${at} where workspace_id = ${workspaceId}
    and user_id = any(${userIds}::uuid[]) and used_at is null and revoked_at is null`.execute(trx)
  await sql`insert into invites (workspace_id, id, user_id, token_hash, created_at, expires_at)
    select ${workspaceId}, id, user_id, token_hash, ${at}, expires_at
    from unnest(${userIds.map(() => newId(at))}::uuid[], ${userIds}::uuid[],
      ${tokens.map(hashToken)}::bytea[],
      ${userIds.map((_, index) => new Date((sends[index] ?? at).getTime() + limits.invite_days * dayMs))}::timestamptz[]) as one (id, user_id, token_hash, expires_at)`.execute(
    trx,
  )
  return tokens
}
/** Makes an invite for one pending member; earlier ones stop working. */
export async function createInvite(
  trx: Trx,
  workspaceId: string,
  userId: string,
  at: Date,
): Promise<string> {
  return (await createInvites(trx, workspaceId, [userId], at))[0] ?? ''
}
