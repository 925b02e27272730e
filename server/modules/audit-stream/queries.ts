import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { AuditRow } from '#server/modules/audit/queries.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type AuditStreamRow = Selectable<Tables['audit_streams']>

export function findStream(trx: Trx, workspaceId: string): Promise<AuditStreamRow | undefined> {
  return trx
    .selectFrom('audit_streams')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
}

/** Counts the entries that wait, up to `max`. */
export async function countWaiting(trx: Trx, workspaceId: string, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from audit_stream_entries where workspace_id = ${workspaceId} limit ${max}) as waiting`.execute(
    trx,
  )
  return rows[0]?.count ?? 0
}

export async function insertStream(
  trx: Trx,
  stream: Insertable<Tables['audit_streams']>,
): Promise<void> {
  await trx.insertInto('audit_streams').values(stream).execute()
}

export async function updateStream(
  trx: Trx,
  workspaceId: string,
  columns: Updateable<Tables['audit_streams']>,
): Promise<void> {
  await trx
    .updateTable('audit_streams')
    .set(columns)
    .where('workspace_id', '=', workspaceId)
    .execute()
}

/** Deletes the stream of a team with the entries that wait. Returns false if it has none. */
export async function deleteStream(trx: Trx, workspaceId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('audit_streams')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  await trx.deleteFrom('audit_stream_entries').where('workspace_id', '=', workspaceId).execute()
  return numDeletedRows === 1n
}

/** Returns workspaces whose stream has entries to send now. */
export async function listDueStreams(db: Db, at: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from audit_streams_due(${at}, ${limit}) as workspace (id)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Takes the lease of an active stream that is due. Returns undefined if another process has it. */
export async function claimStream(
  trx: Trx,
  workspaceId: string,
  { at, until }: { at: Date; until: Date },
): Promise<AuditStreamRow | undefined> {
  return trx
    .updateTable('audit_streams')
    .set({ leased_until: until })
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'active')
    .where('next_at', '<=', at)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', at)]))
    .returningAll()
    .executeTakeFirst()
}

/** Moves the end of a held lease. Returns false if another process has the stream. */
export async function renewStreamLease(
  trx: Trx,
  workspaceId: string,
  { heldUntil, until }: { heldUntil: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('audit_streams')
    .set({ leased_until: until })
    .where('workspace_id', '=', workspaceId)
    .where('leased_until', '=', heldUntil)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Records the result of an attempt, unless another process has the stream by now. */
export async function finishAttempt(
  trx: Trx,
  workspaceId: string,
  heldUntil: Date,
  result: Pick<AuditStreamRow, 'failures' | 'last_error' | 'next_at' | 'delivered_at'>,
): Promise<void> {
  await trx
    .updateTable('audit_streams')
    .set({ ...result, leased_until: null })
    .where('workspace_id', '=', workspaceId)
    .where('leased_until', '=', heldUntil)
    .execute()
}

/** Returns the oldest entries that wait. */
export async function listWaitingEntries(
  trx: Trx,
  workspaceId: string,
  limit: number,
): Promise<AuditRow[]> {
  return trx
    .selectFrom('audit_stream_entries')
    .innerJoin('audit_log', (join) =>
      join
        .onRef('audit_log.workspace_id', '=', 'audit_stream_entries.workspace_id')
        .onRef('audit_log.id', '=', 'audit_stream_entries.entry_id'),
    )
    .selectAll('audit_log')
    .where('audit_stream_entries.workspace_id', '=', workspaceId)
    .orderBy('audit_stream_entries.entry_id')
    .limit(limit)
    .execute()
}

/** Deletes sent entries. */
export async function deleteSentEntries(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<void> {
  await sql`
    delete from audit_stream_entries
    where workspace_id = ${workspaceId} and entry_id = any (${ids}::uuid[])`.execute(trx)
}
