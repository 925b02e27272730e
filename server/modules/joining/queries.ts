import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export async function findJoinLink(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('join_links')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
}

export type JoinLinkRow = NonNullable<Awaited<ReturnType<typeof findJoinLink>>>

/** Returns the join link of a token if it is active. */
export async function findLiveJoinLink(
  trx: Trx,
  workspaceId: string,
  tokenHash: Buffer,
  at: Date,
): Promise<{ own_domains_only: boolean } | undefined> {
  return trx
    .selectFrom('join_links')
    .innerJoin('workspaces', 'workspaces.id', 'join_links.workspace_id')
    .where('join_links.workspace_id', '=', workspaceId)
    .where('join_links.token_hash', '=', tokenHash)
    .where('join_links.expires_at', '>', at)
    .where('workspaces.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([eb('uses_max', 'is', null), eb('uses', '<', eb.ref('join_links.uses_max'))]),
    )
    .select('join_links.own_domains_only')
    .executeTakeFirst()
}

/** Inserts the join link of a team. A new one replaces the current one. */
export async function replaceJoinLink(
  trx: Trx,
  link: Omit<Insertable<Tables['join_links']>, 'uses'>,
): Promise<void> {
  const { workspace_id: workspaceId, ...columns } = link
  await trx
    .insertInto('join_links')
    .values({ workspace_id: workspaceId, ...columns, uses: 0 })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ ...columns, uses: 0 }))
    .execute()
}

/** Deletes the join link of a team. Returns false if it has none. */
export async function deleteJoinLink(trx: Trx, workspaceId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('join_links')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Counts a use of a live join link. Returns false if it was replaced, revoked or used up. */
export async function countJoinLinkUse(
  trx: Trx,
  workspaceId: string,
  tokenHash: Buffer,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('join_links')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', at)
    .where((eb) => eb.or([eb('uses_max', 'is', null), eb('uses', '<', eb.ref('uses_max'))]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns the domains whose people may join, by name. */
export async function listJoinDomains(
  trx: Trx,
  workspaceId: string,
): Promise<{ domain: string; added_at: Date }[]> {
  return trx
    .selectFrom('join_domains')
    .where('workspace_id', '=', workspaceId)
    .select(['domain', 'added_at'])
    .orderBy('domain')
    .execute()
}

export async function hasJoinDomain(
  trx: Trx,
  workspaceId: string,
  domain: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('join_domains')
    .innerJoin('workspaces', 'workspaces.id', 'join_domains.workspace_id')
    .where('join_domains.workspace_id', '=', workspaceId)
    .where('join_domains.domain', '=', domain)
    .where('workspaces.deleted_at', 'is', null)
    .select('join_domains.domain')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertJoinDomain(
  trx: Trx,
  domain: Insertable<Tables['join_domains']>,
): Promise<void> {
  await trx.insertInto('join_domains').values(domain).execute()
}

export async function deleteJoinDomain(
  trx: Trx,
  workspaceId: string,
  domain: string,
): Promise<void> {
  await trx
    .deleteFrom('join_domains')
    .where('workspace_id', '=', workspaceId)
    .where('domain', '=', domain)
    .execute()
}

/** Returns the ids of other teams that let addresses of this domain join, by name. */
export async function listJoinableWorkspaceIds(
  db: Db,
  accountId: string,
  domain: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from joinable_workspaces(${accountId}, ${domain}, ${limit}) as workspace (id)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
