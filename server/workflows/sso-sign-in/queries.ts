import { type Insertable, type Selectable, sql } from 'kysely'
import type { UserState } from '#contract/schemas/users.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type SsoRequestRow = Selectable<Tables['sso_requests']>

export async function insertRequest(
  trx: Trx,
  request: Insertable<Tables['sso_requests']>,
): Promise<void> {
  await trx.insertInto('sso_requests').values(request).execute()
}

/** Counts the sign-ins of a team that started since a time, up to `max`. */
export async function countRequests(
  trx: Trx,
  workspaceId: string,
  since: Date,
  max: number,
): Promise<number> {
  const row = await trx
    .selectFrom((eb) =>
      eb
        .selectFrom('sso_requests')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('created_at', '>', since)
        .limit(max)
        .as('recent'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/**
 * Accepts the answer to a request once, also under concurrent answers. Returns undefined for an
 * unknown, expired or answered request.
 */
export async function takeRequest(
  trx: Trx,
  workspaceId: string,
  connectionId: string,
  stateHash: Buffer,
  at: Date,
): Promise<SsoRequestRow | undefined> {
  return trx
    .updateTable('sso_requests')
    .set({ answered_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('connection_id', '=', connectionId)
    .where('state_hash', '=', stateHash)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst()
}

/** Stores the outcome of a request and the one-time code for its tab. */
export async function saveOutcome(
  trx: Trx,
  workspaceId: string,
  id: string,
  result: { outcome: Buffer; code_hash: Buffer; code_expires_at: Date },
): Promise<void> {
  await trx
    .updateTable('sso_requests')
    .set(result)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Deletes the request of a code and returns it, once. Undefined for an unknown or expired code. */
export async function takeOutcome(
  trx: Trx,
  workspaceId: string,
  codeHash: Buffer,
  at: Date,
): Promise<SsoRequestRow | undefined> {
  return trx
    .deleteFrom('sso_requests')
    .where('workspace_id', '=', workspaceId)
    .where('code_hash', '=', codeHash)
    .where('code_expires_at', '>', at)
    .returningAll()
    .executeTakeFirst()
}

/** Remembers a message of a provider until it expires. Returns false if it was used before. */
export async function markMessageUsed(
  trx: Trx,
  message: Insertable<Tables['sso_used_messages']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('sso_used_messages')
    .values(message)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export type SsoMember = { id: string; account_id: string | null; email: string; state: UserState }

/** Returns the user of an identity. */
export async function findIdentityMember(
  trx: Trx,
  workspaceId: string,
  connectionId: string,
  identity: { issuer: string; subject: string },
): Promise<SsoMember | undefined> {
  return trx
    .selectFrom('sso_identities')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'sso_identities.workspace_id')
        .onRef('users.id', '=', 'sso_identities.user_id'),
    )
    .where('sso_identities.workspace_id', '=', workspaceId)
    .where('sso_identities.connection_id', '=', connectionId)
    .where('sso_identities.issuer', '=', identity.issuer)
    .where('sso_identities.subject', '=', identity.subject)
    .select(['users.id', 'users.account_id', 'users.email', 'users.state'])
    .executeTakeFirst()
}

/** Returns the subject of a stored identity that differs in upper and lower case alone. */
export async function findSubjectInAnyCase(
  trx: Trx,
  workspaceId: string,
  connectionId: string,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ subject: string }>`
    select subject from sso_identities
    where workspace_id = ${workspaceId} and connection_id = ${connectionId}
      and issuer = ${issuer} and lower(subject) = lower(${subject})
    order by subject limit 1`.execute(trx)
  return rows[0]?.subject
}

/** Returns the user of an address, and whether they have an identity of the connection. */
export async function findMemberByEmail(
  trx: Trx,
  workspaceId: string,
  connectionId: string,
  email: string,
): Promise<(SsoMember & { has_identity: boolean }) | undefined> {
  const row = await trx
    .selectFrom('users')
    .leftJoin('sso_identities', (join) =>
      join
        .onRef('sso_identities.workspace_id', '=', 'users.workspace_id')
        .onRef('sso_identities.user_id', '=', 'users.id')
        .on('sso_identities.connection_id', '=', connectionId),
    )
    .where('users.workspace_id', '=', workspaceId)
    .where('users.email', '=', email)
    .where('users.demo', '=', false)
    .select([
      'users.id',
      'users.account_id',
      'users.email',
      'users.state',
      'sso_identities.subject',
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { subject, ...member } = row
  return { ...member, has_identity: subject !== null }
}

/** Links an identity with a user. Returns false if either has another link already. */
export async function insertIdentity(
  trx: Trx,
  identity: Insertable<Tables['sso_identities']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('sso_identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Updates the last use of an identity. Returns false if it has been deleted concurrently. */
export async function touchIdentity(
  trx: Trx,
  workspaceId: string,
  connectionId: string,
  identity: { issuer: string; subject: string },
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('sso_identities')
    .set({ seen_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('connection_id', '=', connectionId)
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends the sessions of a connection that a logout token names. Returns their users. */
export async function endProviderSessions(
  trx: Trx,
  workspaceId: string,
  connectionId: string,
  { subject, sessionId }: { subject: string | null; sessionId: string | null },
  at: Date,
): Promise<string[]> {
  const ended = await trx
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('sso_connection_id', '=', connectionId)
    .where('revoked_at', 'is', null)
    // A token that names a session ends this one, otherwise all sessions of the subject.
    .where((eb) =>
      sessionId === null
        ? eb('sso_subject', '=', subject ?? '')
        : eb.and([
            eb('sso_session', '=', sessionId),
            ...(subject === null ? [] : [eb('sso_subject', '=', subject)]),
          ]),
    )
    .returning('user_id')
    .execute()
  return [...new Set(ended.flatMap(({ user_id: userId }) => (userId ? [userId] : [])))]
}
