import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { findAccountAdminRecipients } from '#server/modules/outbox/recipient-queries.ts'
import { audit, recordSignIn } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { startSessionFrom } from '#server/platform/auth/sessions.ts'
import { findEntryRule, findSignIn } from './queries.ts'

type Entry = { workspace_id: string; user_id: string; second_factor: boolean; at: Date }

/**
 * Throws sso_required when a team requires single sign-on and a user enters without it. An account
 * administrator with a second factor may enter all the same (break glass), in case the provider
 * fails: the audit log records it, and all account administrators get a mail. Returns whether that
 * happened.
 */
export async function assertMayEnterWithoutSso(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId, second_factor: secondFactor, at }: Entry,
): Promise<boolean> {
  const rule = await findEntryRule(trx, workspaceId, userId)
  if (!rule.sso_required) return false
  if (!rule.account_administrator || !secondFactor) throwRefusal('sso_required')
  const actor = { workspace_id: workspaceId, user_id: userId, kind: 'session' as const }
  await audit(trx, actor, 'sso.break_glass', {}, at)
  const readers = await findAccountAdminRecipients(trx, workspaceId)
  await enqueueMails(
    trx,
    workspaceId,
    readers.map((reader) => ({
      ...reader,
      kind: 'sso_notice' as const,
      params: { news: 'break_glass' as const, user_id: userId },
    })),
    at,
  )
  return true
}

/**
 * Starts a session of a member from the session or temporary token of its account, by the rules of
 * the team. Returns its token. Throws sso_required and unauthorized.
 */
export async function startMemberSession(
  trx: Trx,
  at: Date,
  parentId: string,
  member: { account_id: string; workspace_id: string; user_id: string; client: string },
): Promise<string> {
  const { workspace_id: workspaceId, user_id: userId } = member
  const signIn = await findSignIn(trx, parentId)
  const breakGlass =
    signIn.company_workspace_id !== workspaceId &&
    (await assertMayEnterWithoutSso(trx, {
      workspace_id: workspaceId,
      user_id: userId,
      second_factor: signIn.second_factor,
      at,
    }))
  await recordSignIn(trx, {
    workspace_id: workspaceId,
    user_id: userId,
    method: signIn.method,
    at,
  })
  return startSessionFrom(trx, at, parentId, {
    ...member,
    kind: 'session',
    break_glass: breakGlass,
  })
}
