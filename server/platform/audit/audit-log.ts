import { requestContext } from '#server/platform/request-context.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Account, Actor } from '#server/platform/auth/sessions.ts'

/**
 * The author of an action: a user through a session or access token, an operator who impersonates a
 * user, or (without a user) the command line.
 */
type AuditActor = Pick<Actor, 'workspace_id'> & { user_id: string | null } & (
    | Pick<Account, 'kind' | 'session_id'>
    | { kind: Exclude<Account['kind'], 'token'> }
  )

/**
 * Records an administrator's action, in the transaction of the action. `details` holds ids and
 * values, never secrets.
 */
export async function audit(
  trx: Trx,
  actor: AuditActor,
  action: string,
  details: Record<string, unknown>,
  at: Date,
): Promise<void> {
  // The security log reports the action as well, once the request is answered.
  const now = requestContext.getStore()
  if (now?.request !== undefined) (now.source.adminActions ??= []).push(action)
  const tokenId = actor.kind === 'token' ? actor.session_id : null
  // Stores the token's name, as the token may be deleted before the entry is read. Empty when its
  // owner is being erased in parallel.
  const token =
    tokenId === null
      ? undefined
      : await trx.selectFrom('sessions').select('name').where('id', '=', tokenId).executeTakeFirst()
  await trx
    .insertInto('audit_log')
    .values({
      workspace_id: actor.workspace_id,
      id: newId(at),
      actor_id: actor.user_id,
      impersonated: actor.kind === 'impersonation',
      action,
      details: JSON.stringify(details),
      created_at: at,
      ...(tokenId === null ? {} : { token_id: tokenId, token_name: token?.name ?? '' }),
    })
    .execute()
}
