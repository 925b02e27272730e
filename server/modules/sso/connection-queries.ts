import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type SsoConnectionRow = Selectable<Tables['sso_connections']>

/** Returns the connections of a team, oldest first. */
export function listConnections(trx: Trx, workspaceId: string): Promise<SsoConnectionRow[]> {
  return trx
    .selectFrom('sso_connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute()
}

export function findConnection(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<SsoConnectionRow | undefined> {
  return trx
    .selectFrom('sso_connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns the number of people of each connection that has any. */
export async function countPeople(trx: Trx, workspaceId: string): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('sso_identities')
    .select(['connection_id', (eb) => eb.fn.countAll<number>().as('people')])
    .where('workspace_id', '=', workspaceId)
    .groupBy('connection_id')
    .execute()
  return new Map(rows.map((row) => [row.connection_id, Number(row.people)]))
}

export async function insertConnection(
  trx: Trx,
  connection: Insertable<Tables['sso_connections']>,
): Promise<void> {
  await trx.insertInto('sso_connections').values(connection).execute()
}

export async function updateConnectionColumns(
  trx: Trx,
  workspaceId: string,
  id: string,
  columns: Updateable<Tables['sso_connections']>,
): Promise<void> {
  await trx
    .updateTable('sso_connections')
    .set(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a connection; its domains stay, without a connection. */
export async function deleteConnection(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<boolean> {
  await trx
    .updateTable('sso_domains')
    .set({ connection_id: null })
    .where('workspace_id', '=', workspaceId)
    .where('connection_id', '=', id)
    .execute()
  const { numDeletedRows } = await trx
    .deleteFrom('sso_connections')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/**
 * Ends the sessions that a connection started, of everyone or of one user. Returns the users whose
 * sessions ended.
 */
export async function endSessionsOfConnection(
  trx: Trx,
  workspaceId: string,
  connectionId: string,
  at: Date,
  onlyUserId?: string,
): Promise<string[]> {
  const ended = await trx
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('sso_connection_id', '=', connectionId)
    .$if(onlyUserId !== undefined, (query) => query.where('user_id', '=', onlyUserId ?? ''))
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .execute()
  return [...new Set(ended.flatMap(({ user_id: userId }) => (userId ? [userId] : [])))]
}

/** Returns whether a team has an active connection with a verified domain, besides one. */
export async function hasActiveConnection(
  trx: Trx,
  workspaceId: string,
  besides: string | null,
): Promise<boolean> {
  const row = await trx
    .selectFrom('sso_connections')
    .innerJoin('sso_domains', (join) =>
      join
        .onRef('sso_domains.workspace_id', '=', 'sso_connections.workspace_id')
        .onRef('sso_domains.connection_id', '=', 'sso_connections.id'),
    )
    .select('sso_connections.id')
    .where('sso_connections.workspace_id', '=', workspaceId)
    .where('sso_connections.state', '=', 'active')
    .where('sso_domains.verified_at', 'is not', null)
    .$if(besides !== null, (query) => query.where('sso_connections.id', '<>', besides ?? ''))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the accounts of the account administrators of a team. */
export async function listAdministratorAccounts(trx: Trx, workspaceId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .innerJoin('permissions', (join) =>
      join
        .onRef('permissions.workspace_id', '=', 'users.workspace_id')
        .onRef('permissions.user_id', '=', 'users.id'),
    )
    .where('users.workspace_id', '=', workspaceId)
    .where('users.state', '=', 'accepted')
    .where('permissions.account_administrator', '=', true)
    .where('users.account_id', 'is not', null)
    .select('users.account_id')
    .limit(1_000)
    .execute()
  return rows.flatMap(({ account_id: accountId }) => (accountId ? [accountId] : []))
}

/**
 * Counts the accounts with a second factor. A query of its own, because Citus does not join these
 * tables with those of a team.
 */
export async function countSecondFactors(trx: Trx, accountIds: string[]): Promise<number> {
  if (!accountIds.length) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from second_factors
    where account_id = any (${accountIds}::uuid[]) and confirmed_at is not null`.execute(trx)
  return rows[0]?.count ?? 0
}
