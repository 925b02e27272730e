import { sql } from 'kysely'
import { requestContext } from '#server/platform/request-context.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { SignInMethod } from '#server/platform/auth/sign-in-method.ts'
import type { Account, Actor } from '#server/platform/auth/sessions.ts'

/** An identity provider that acts through SCIM: the token that it used, with its name. */
export type ScimActor = {
  workspace_id: string
  user_id: null
  kind: 'scim'
  token_id: string
  token_name: string
}
/**
 * The author of an action: a user through a session or access token, an operator who impersonates a
 * user, or (without a user) an identity provider or the command line.
 */
export type AuditActor =
  | (Pick<Actor, 'workspace_id'> & { user_id: string | null } & (
        | Pick<Account, 'kind' | 'session_id'>
        | { kind: Exclude<Account['kind'], 'token'> }
      ))
  | ScimActor

/**
 * Returns the token of an actor with its name. An access token may be deleted before the entry is
 * read, so the name is stored; it is empty when the owner is being erased in parallel.
 */
async function findToken(
  trx: Trx,
  actor: AuditActor,
): Promise<{ token_id: string; token_name: string } | null> {
  if (actor.kind === 'scim') return { token_id: actor.token_id, token_name: actor.token_name }
  if (actor.kind !== 'token') return null
  const token = await trx
    .selectFrom('sessions')
    .select('name')
    .where('id', '=', actor.session_id)
    .executeTakeFirst()
  return { token_id: actor.session_id, token_name: token?.name ?? '' }
}

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
  const token = await findToken(trx, actor)
  await insertEntry(trx, actor.workspace_id, {
    actor_id: actor.user_id,
    impersonated: actor.kind === 'impersonation',
    action,
    details,
    at,
    ...token,
  })
}

/** Returns whether the audit log has an entry of an action since a time. */
export async function hasAuditEntry(
  trx: Trx,
  workspaceId: string,
  action: string,
  since: Date,
): Promise<boolean> {
  const row = await trx
    .selectFrom('audit_log')
    .where('workspace_id', '=', workspaceId)
    .where('action', '=', action)
    .where('created_at', '>=', since)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type Entry = {
  actor_id: string | null
  impersonated: boolean
  action: string
  details: Record<string, unknown>
  at: Date
  token_id?: string
  token_name?: string
}

async function insertEntry(
  trx: Trx,
  workspaceId: string,
  { details, at, ...entry }: Entry,
): Promise<void> {
  const id = newId(at)
  await trx
    .insertInto('audit_log')
    .values({
      ...entry,
      workspace_id: workspaceId,
      id,
      details: JSON.stringify(details),
      created_at: at,
    })
    .execute()
  await enqueueForStream(trx, workspaceId, id)
}

/** Queues an entry for the receiver of the team's audit log, if it has one. */
async function enqueueForStream(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await sql`
    insert into audit_stream_entries (workspace_id, entry_id)
    select workspace_id, ${id}::uuid from audit_streams where workspace_id = ${workspaceId}`.execute(
    trx,
  )
}

/** Records that a person entered a team. The security log has a line of its own. */
export const recordSignIn = (
  trx: Trx,
  entry: {
    workspace_id: string
    user_id: string
    method: SignInMethod | null
    connection?: string
    at: Date
  },
): Promise<void> =>
  insertEntry(trx, entry.workspace_id, {
    actor_id: entry.user_id,
    impersonated: false,
    action: 'sign_in.enter',
    details: {
      ...(entry.method === null ? {} : { method: entry.method }),
      ...(entry.connection === undefined ? {} : { connection: entry.connection }),
    },
    at: entry.at,
  })

/**
 * Records that a team refused a person. `user_id` null: the person is not in the team. `domain`: of
 * the address that the team's provider asserts, whose rest would be personal data.
 */
export const recordRefusedSignIn = (
  trx: Trx,
  entry: {
    workspace_id: string
    user_id: string | null
    method: SignInMethod | null
    reason: string
    domain?: string
    connection?: string
    at: Date
  },
): Promise<void> =>
  insertEntry(trx, entry.workspace_id, {
    actor_id: entry.user_id,
    impersonated: false,
    action: 'sign_in.refuse',
    details: {
      reason: entry.reason,
      ...(entry.method === null ? {} : { method: entry.method }),
      ...(entry.domain ? { domain: entry.domain } : {}),
      ...(entry.connection === undefined ? {} : { connection: entry.connection }),
    },
    at: entry.at,
  })
