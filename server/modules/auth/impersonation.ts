import { minuteMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Database } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId, hashToken } from '#server/platform/ids.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import {
  consumeImpersonationLink,
  findImpersonationTarget,
  insertImpersonationLink,
} from './impersonation-queries.ts'
import { createWorkspaceToken, parseWorkspaceToken } from '#server/platform/auth/workspace-token.ts'

/**
 * Creates an operator's link to impersonate a member. Returns its token, of which only the hash is
 * stored, or null if no accepted member has the address.
 */
export async function createImpersonationLink(
  db: Database,
  workspaceId: string,
  email: string,
  operator: string,
  at: Date,
): Promise<string | null> {
  const token = createWorkspaceToken(workspaceId)
  return db.tenant(workspaceId, async (trx) => {
    const user = await findImpersonationTarget(trx, workspaceId, { email })
    if (!user) return null
    await insertImpersonationLink(trx, {
      workspace_id: workspaceId,
      id: newId(at),
      user_id: user.id,
      token_hash: hashToken(token),
      operator,
      created_at: at,
      expires_at: new Date(at.getTime() + limits.impersonation_link_minutes * minuteMs),
    })
    await audit(
      trx,
      { workspace_id: workspaceId, user_id: null, kind: 'session' },
      'impersonation.link',
      { user_id: user.id, operator },
      at,
    )
    return token
  })
}

/**
 * Exchanges a link for a session of one hour with a fixed expiry. Throws impersonation_invalid if
 * the link is unknown, used or expired, or if its member has left.
 */
export async function startImpersonation(
  db: Database,
  token: string,
  at: Date,
  client: string,
): Promise<{ access_token: string; workspace_id: string }> {
  const workspaceId = parseWorkspaceToken(token, 'impersonation_invalid')
  return db.tenant(workspaceId, async (trx) => {
    const link = await consumeImpersonationLink(trx, workspaceId, hashToken(token), at)
    const user = link && (await findImpersonationTarget(trx, workspaceId, { id: link.user_id }))
    if (!link || !user?.account_id) throwRefusal('impersonation_invalid')
    const accessToken = await startSession(trx, at, {
      account_id: user.account_id,
      kind: 'impersonation',
      workspace_id: workspaceId,
      user_id: user.id,
      client,
    })
    await audit(
      trx,
      { workspace_id: workspaceId, user_id: user.id, kind: 'impersonation' },
      'impersonation.started',
      { user_id: user.id, operator: link.operator },
      at,
    )
    return { access_token: accessToken, workspace_id: workspaceId }
  })
}
