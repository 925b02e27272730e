import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'
import { newId } from '#server/platform/ids.ts'

export type BatchResult = { taken: number; created: number; known: number; refused: number }

/** Turns the next rows of an import into posts. */
export async function importBatch(
  trx: Trx,
  workspaceId: string,
  importId: string,
  limit: number,
): Promise<BatchResult> {
  const { rows } = await sql<{ result: BatchResult }>`
    select history_import_batch(${workspaceId}, ${importId}, ${limit}::integer) as result
    `.execute(trx)
  if (!rows[0]) throw new Error('history_import_batch returned no row')
  return rows[0].result
}

/** Creates a former teammate for each person of an import who is no member. */
export async function createFormerTeammates(
  trx: Trx,
  workspaceId: string,
  importId: string,
  at: Date,
): Promise<void> {
  // Someone who was erased since the check is one already, without belonging to this import.
  const { rows } = await sql<{ key: string }>`
    select p.key from history_people p
    where p.workspace_id = ${workspaceId} and p.import_id = ${importId} and (p.user_id is null
      or not exists (select 1 from users u where u.workspace_id = ${workspaceId}
        and u.id = p.user_id))`.execute(trx)
  const teammates = rows.map((row) => ({ ...row, id: newId(at) }))
  await insertRows(
    trx,
    'users',
    teammates.map(({ id }) => ({
      workspace_id: workspaceId,
      id,
      state: 'deleted',
      created_at: at,
      deleted_at: at,
    })),
  )
  await sql`
    update history_people p set user_id = t.id, former = true
    from unnest(${teammates.map(({ key }) => key)}::text[],
      ${teammates.map(({ id }) => id)}::uuid[]) as t (key, id)
    where p.workspace_id = ${workspaceId} and p.import_id = ${importId} and p.key = t.key`.execute(
    trx,
  )
}

/** Lists the points that members have received in the posts of an import, as opening balances. */
export async function listOpeningBalances(
  trx: Trx,
  workspaceId: string,
  importId: string,
): Promise<void> {
  const { rows } = await sql<{ user_id: string; points: number }>`
    select r.user_id, sum(p.score) as points
    from posts p
    join post_recipients r on r.workspace_id = p.workspace_id and r.post_id = p.id
    join users u on u.workspace_id = p.workspace_id and u.id = r.user_id
    where p.workspace_id = ${workspaceId} and p.imported_from = ${importId}
      and p.deleted_at is null and p.score > 0 and u.state = 'accepted'
    group by r.user_id`.execute(trx)
  await insertRows(
    trx,
    'history_balances',
    rows.map((row) => ({ workspace_id: workspaceId, import_id: importId, ...row })),
  )
}

export type OpeningBalance = { user_id: string; points: number }

/** Returns opening balances that are not paid, in the order of their wallets, and locks them. */
export async function lockUnpaidBalances(
  trx: Trx,
  workspaceId: string,
  importId: string,
  limit: number,
): Promise<OpeningBalance[]> {
  const { rows } = await sql<OpeningBalance>`
    select user_id, points::float8 as points from history_balances
    where workspace_id = ${workspaceId} and import_id = ${importId} and paid_at is null
    order by user_id limit ${limit} for update`.execute(trx)
  return rows
}

/**
 * Returns opening balances that an undo has not taken back, with what is left of them in the wallet.
 * Locks them and the wallets in their order.
 */
export async function lockOpenBalances(
  trx: Trx,
  workspaceId: string,
  importId: string,
  limit: number,
): Promise<OpeningBalance[]> {
  const { rows } = await sql<OpeningBalance>`
    select b.user_id, least(b.points, greatest(w.balance, 0))::float8 as points
    from history_balances b
    join wallets w on w.workspace_id = b.workspace_id and w.user_id = b.user_id
    where b.workspace_id = ${workspaceId} and b.import_id = ${importId} and b.paid_at is not null
      and b.returned is null
    order by b.user_id limit ${limit} for update of b`.execute(trx)
  return rows
}

export async function markBalancesPaid(
  trx: Trx,
  workspaceId: string,
  importId: string,
  userIds: string[],
  at: Date,
): Promise<void> {
  await sql`
    update history_balances set paid_at = ${at}
    where workspace_id = ${workspaceId} and import_id = ${importId}
      and user_id = any (${userIds}::uuid[])`.execute(trx)
}

export async function markBalancesReturned(
  trx: Trx,
  workspaceId: string,
  importId: string,
  returned: OpeningBalance[],
): Promise<void> {
  await sql`
    update history_balances b set returned = o.points
    from unnest(${returned.map((row) => row.user_id)}::uuid[],
      ${returned.map((row) => row.points)}::bigint[]) as o (user_id, points)
    where b.workspace_id = ${workspaceId} and b.import_id = ${importId}
      and b.user_id = o.user_id`.execute(trx)
}

/** Deletes the next posts of an import. Returns their number. */
export async function undoBatch(
  trx: Trx,
  workspaceId: string,
  importId: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ posts: number }>`
    select history_undo_batch(${workspaceId}, ${importId}, ${limit}::integer) as posts`.execute(trx)
  return rows[0]?.posts ?? 0
}

/** Deletes the next former teammates of an import. Returns the number of people looked at. */
export async function undoPeople(
  trx: Trx,
  workspaceId: string,
  importId: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select history_undo_people(${workspaceId}, ${importId}, ${limit}::integer) as people`.execute(
    trx,
  )
  return rows[0]?.people ?? 0
}

/** Deletes the values of an import, and everything stored but its row. */
export async function endUndo(trx: Trx, workspaceId: string, importId: string): Promise<void> {
  await sql`select history_undo_finish(${workspaceId}, ${importId})`.execute(trx)
}
