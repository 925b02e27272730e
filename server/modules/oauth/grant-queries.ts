import { type Insertable, type Selectable, sql } from 'kysely'
import { publicOnlyScope } from '#contract/scopes.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import { hashToken, newId } from '#server/platform/ids.ts'

export type GrantRow = Selectable<Tables['oauth_grants']>
/** A person of a team. The tables have no row level security, so each query names both. */
export type GrantOwner = { workspace_id: string; user_id: string }

/** Returns the grants of a person that are valid, the newest first. */
export async function listGrants(
  db: Db,
  { workspace_id: workspaceId, user_id: userId }: GrantOwner,
  at: Date,
  limit: number,
): Promise<GrantRow[]> {
  return db
    .selectFrom('oauth_grants')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', at)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Returns a valid grant of any person, by its id. */
export async function findGrant(db: Db, id: string, at: Date): Promise<GrantRow | undefined> {
  return db
    .selectFrom('oauth_grants')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

export async function insertGrant(
  db: Db,
  { payload, ...grant }: Omit<Insertable<Tables['oauth_grants']>, 'payload'> & { payload: object },
): Promise<void> {
  await db
    .insertInto('oauth_grants')
    .values({ ...grant, payload: JSON.stringify(payload) })
    .execute()
}

/** Deletes a grant with its tokens. Returns whether there was one. */
export async function deleteGrant(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('oauth_grants')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes grants of a person, all or those of an id, with their tokens. Returns their clients. */
export async function deleteGrantsOf(
  db: Db,
  { workspace_id: workspaceId, user_id: userId }: GrantOwner,
  id?: string,
): Promise<string[]> {
  let query = db
    .deleteFrom('oauth_grants')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
  if (id !== undefined) query = query.where('id', '=', id)
  return (await query.returning('client_id').execute()).map((row) => row.client_id)
}

/** Deletes the grants of an account in all its teams, with their tokens. */
export async function deleteGrantsOfAccount(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('oauth_grants').where('account_id', '=', accountId).execute()
}

/**
 * Deletes the grants of a team whose application is not in a list (null: all of them), with their
 * tokens. Returns their number.
 */
export async function deleteGrantsExcept(
  db: Db,
  workspaceId: string,
  clientIds: readonly string[] | null,
): Promise<number> {
  let query = db.deleteFrom('oauth_grants').where('workspace_id', '=', workspaceId)
  if (clientIds?.length) query = query.where('client_id', 'not in', clientIds)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

/** An application with the number of people who have connected it. */
export type ClientRow = { client_id: string; client_name: string; people: number; seen_at: Date }

/** Returns the connected applications of a team, the most used first. */
export async function listClients(
  db: Db,
  workspaceId: string,
  at: Date,
  limit: number,
): Promise<ClientRow[]> {
  const { rows } = await sql<ClientRow>`
    select client_id, (array_agg(client_name order by id desc))[1] as client_name,
      count(distinct user_id)::int as people, max(seen_at) as seen_at
    from oauth_grants
    where workspace_id = ${workspaceId} and expires_at > ${at}
    group by client_id
    order by 3 desc, 1
    limit ${limit}`.execute(db)
  return rows
}

/**
 * Inserts the access token of a grant, records its use, and deletes its expired tokens. Returns
 * whether the grant is valid.
 */
export async function insertAccessToken(
  db: Db,
  grantId: string,
  token: string,
  { scopes, expiresAt, at }: { scopes: readonly string[]; expiresAt: Date; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with granted as (
      update oauth_grants set seen_at = ${at}
      where id = ${grantId} and expires_at > ${at}
      returning account_id, workspace_id, user_id, client_name, audience, reads_private
    ), expired as (
      delete from sessions where oauth_grant_id = ${grantId} and expires_at <= ${at})
    insert into sessions (token_hash, id, account_id, kind, workspace_id, user_id, name, scopes,
      audience, oauth_grant_id, created_at, seen_at, expires_at)
    select ${hashToken(token)}, ${newId(at)}, account_id, 'token', workspace_id, user_id,
      client_name, case when reads_private then ${scopes}::text[]
        else ${scopes}::text[] || ${publicOnlyScope}::text end, audience, ${grantId}, ${at}, ${at}, ${expiresAt}
    from granted`.execute(db)
  return numAffectedRows === 1n
}

export async function deleteAccessToken(db: Db, token: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('token_hash', '=', hashToken(token))
    .where('oauth_grant_id', 'is not', null)
    .execute()
}

/** Returns the connection of an access token, by the id of its session. */
export async function findGrantOfSession(
  db: Db,
  sessionId: string,
): Promise<Pick<GrantRow, 'client_id' | 'reads_private'> | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('oauth_grants', 'oauth_grants.id', 'sessions.oauth_grant_id')
    .select(['oauth_grants.client_id', 'oauth_grants.reads_private'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()
}
