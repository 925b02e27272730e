import { sql } from 'kysely'
import { requestContext } from '#server/platform/request-context.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Account, Actor } from '#server/platform/auth/sessions.ts'

/**
 * Who did it: a user in their session or by one of their tokens, an operator in somebody's place,
 * or (without a user) the command line.
 */
type AuditActor = Pick<Actor, 'workspace_id'> & { user_id: string | null } & (
    | Pick<Account, 'kind' | 'session_id'>
    | { kind: Exclude<Account['kind'], 'token'> }
  )

/**
 * Writes what an administrator did, in the transaction that does it. `details` holds ids and
 * values, never secrets.
 */
export async function audit(
  trx: Trx,
  actor: AuditActor,
  action: string,
  details: Record<string, unknown>,
  at: Date,
): Promise<void> {
  // Told in the log as well, once the request is answered.
  const now = requestContext.getStore()
  if (now?.request !== undefined) (now.source.adminActions ??= []).push(action)
  const tokenId = actor.kind === 'token' ? actor.session_id : null
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
      // How it is called now, for it may be gone when this is read; it is gone already where its
      // owner is erased at this very moment.
      ...(tokenId === null
        ? {}
        : {
            token_id: tokenId,
            token_name: sql<string>`coalesce((select name from sessions
              where id = ${tokenId}), '')`,
          }),
    })
    .execute()
}
