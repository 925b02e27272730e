import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type SsoDomainRow = Selectable<Tables['sso_domains']>

/** Returns the domains of a team by name. */
export function listDomains(trx: Trx, workspaceId: string): Promise<SsoDomainRow[]> {
  return trx
    .selectFrom('sso_domains')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('domain')
    .execute()
}

export function findDomain(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<SsoDomainRow | undefined> {
  return trx
    .selectFrom('sso_domains')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertDomain(
  trx: Trx,
  domain: Omit<Insertable<Tables['sso_domains']>, 'connection_id' | 'verified_at'>,
): Promise<void> {
  await trx.insertInto('sso_domains').values(domain).execute()
}

/** Marks a domain as verified. Returns false if it was verified before or no longer exists. */
export async function markDomainVerified(
  trx: Trx,
  workspaceId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('sso_domains')
    .set({ verified_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteDomain(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .deleteFrom('sso_domains')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Gives a connection exactly these verified domains. */
export async function assignDomains(
  trx: Trx,
  workspaceId: string,
  connectionId: string,
  domainIds: readonly string[],
): Promise<void> {
  await trx
    .updateTable('sso_domains')
    .set({ connection_id: null })
    .where('workspace_id', '=', workspaceId)
    .where('connection_id', '=', connectionId)
    .execute()
  if (!domainIds.length) return
  await trx
    .updateTable('sso_domains')
    .set({ connection_id: connectionId })
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', [...domainIds])
    .where('verified_at', 'is not', null)
    .execute()
}

/**
 * Returns whether a domain (lower case, ASCII) is a verified one of the team, or of one of its
 * connections.
 */
export async function isVerifiedDomain(
  trx: Trx,
  workspaceId: string,
  domain: string,
  connectionId?: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('sso_domains')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .$if(connectionId !== undefined, (query) =>
      query.where('connection_id', '=', connectionId ?? ''),
    )
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the active connections of all teams for a domain (lower case, ASCII). */
export async function listConnectionsOfDomain(
  db: Db,
  domain: string,
  limit: number,
): Promise<{ workspace_id: string; connection_id: string }[]> {
  const { rows } = await sql<{ workspace_id: string; connection_id: string }>`
    select workspace_id, connection_id from sso_connections_of_domain(${domain}, ${limit})`.execute(
    db,
  )
  return rows
}
