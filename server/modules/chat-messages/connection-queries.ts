import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ChatProvider } from '#contract/chat.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type ChatConnectionRow = Selectable<Tables['chat_connections']>

export const listConnections = (trx: Trx, workspaceId: string): Promise<ChatConnectionRow[]> =>
  trx
    .selectFrom('chat_connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('provider')
    .execute()

const selectConnection = (trx: Trx, workspaceId: string, provider: ChatProvider) =>
  trx
    .selectFrom('chat_connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)

export const findConnection = (
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
): Promise<ChatConnectionRow | undefined> =>
  selectConnection(trx, workspaceId, provider).executeTakeFirst()

/** Returns a connection and locks it until the end of the transaction. */
export const lockConnection = (
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
): Promise<ChatConnectionRow | undefined> =>
  selectConnection(trx, workspaceId, provider).forUpdate().executeTakeFirst()

export async function insertConnection(
  trx: Trx,
  connection: Insertable<Tables['chat_connections']>,
): Promise<void> {
  await trx.insertInto('chat_connections').values(connection).execute()
}

export async function updateConnection(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
  set: Updateable<Tables['chat_connections']>,
): Promise<void> {
  await trx
    .updateTable('chat_connections')
    .set(set)
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .execute()
}

/** Leases the refresh of a token, because a refresh token works once. Returns whether it is ours. */
export async function leaseTokenRefresh(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
  { at, until }: { at: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('chat_connections')
    .set({ refresh_leased_until: until })
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where((eb) =>
      eb.or([eb('refresh_leased_until', 'is', null), eb('refresh_leased_until', '<=', at)]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Marks a connected app as disconnected. Returns whether it was connected. */
export async function markDisconnected(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
  reason: 'revoked' | 'uninstalled' | 'credentials',
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('chat_connections')
    .set({ state: 'disconnected', state_reason: reason })
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where('state', '=', 'connected')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Switches the active hooks of an app off, until it is connected again. */
export async function switchAppHooksOff(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
): Promise<void> {
  await trx
    .updateTable('hooks')
    .set({ state: 'off', off_reason: 'disconnected' })
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', `${provider}_app`)
    .where('state', '=', 'active')
    .execute()
}

/** Switches the hooks on that `switchAppHooksOff` switched off. */
export async function switchAppHooksOn(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
): Promise<void> {
  await trx
    .updateTable('hooks')
    .set({ state: 'active', off_reason: null, failures: 0, failing_since: null, wait_until: null })
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', `${provider}_app`)
    .where('off_reason', '=', 'disconnected')
    .execute()
}

/** Returns the number of people whose account in the chat is linked. */
export async function countLinks(
  trx: Trx,
  workspaceId: string,
): Promise<{ provider: ChatProvider; count: number }[]> {
  const { rows } = await sql<{ provider: ChatProvider; count: number }>`
    select provider, count(*)::int as count from chat_links
    where workspace_id = ${workspaceId} group by provider`.execute(trx)
  return rows
}

/** Returns the workspace whose connection of the operator's app belongs to a team in the chat. */
export async function findWorkspaceOfTeam(
  db: Db | Trx,
  provider: ChatProvider,
  externalId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ workspace_id: string | null }>`
    select chat_workspace(${provider}, ${externalId}) as workspace_id`.execute(db)
  return rows[0]?.workspace_id ?? undefined
}
