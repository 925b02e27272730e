import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'

/** The hold of a process on the connection of a workspace. */
export type SocketLease = { workspaceId: string; holder: string; at: Date; until: Date }

/** Returns workspaces whose connection no process holds. */
export async function listFreeSockets(db: Db, at: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`
    select chat_sockets_due(${at}, ${limit}) as workspace_id`.execute(db)
  return rows.map((row) => row.workspace_id)
}

/** Leases a free connection. Returns whether the process has it. */
export async function claimSocket(
  trx: Trx,
  { workspaceId, holder, at, until }: SocketLease,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('chat_connections')
    .set({ socket_holder: holder, socket_leased_until: until })
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', 'slack')
    .where('state', '=', 'connected')
    .where('socket_mode', '=', true)
    .where((eb) =>
      eb.or([eb('socket_leased_until', 'is', null), eb('socket_leased_until', '<=', at)]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Renews a lease. Returns false when the app no longer uses Socket Mode, or another process has it. */
export async function renewSocket(
  trx: Trx,
  { workspaceId, holder, until }: SocketLease,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('chat_connections')
    .set({ socket_leased_until: until })
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', 'slack')
    .where('state', '=', 'connected')
    .where('socket_mode', '=', true)
    .where('socket_holder', '=', holder)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends the lease of a process, so that another one connects at once. */
export async function releaseSocket(
  trx: Trx,
  { workspaceId, holder }: Pick<SocketLease, 'workspaceId' | 'holder'>,
): Promise<void> {
  await trx
    .updateTable('chat_connections')
    .set({ socket_holder: null, socket_leased_until: null })
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', 'slack')
    .where('socket_holder', '=', holder)
    .execute()
}
