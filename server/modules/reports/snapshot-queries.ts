import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

/** Returns the days with snapshots, oldest first: at most one for some thousand daily rows. */
export async function listSnapshotDays(trx: Trx, workspaceId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('report_snapshots')
    .select('day')
    .where('workspace_id', '=', workspaceId)
    .orderBy('day')
    .execute()
  return rows.map((row) => row.day)
}

export type DayRows = { day: string; rows: number }

/**
 * Returns the number of daily rows of each day after the newest snapshot up to `until`, oldest
 * first, and the number of users.
 */
export async function listDaysSinceSnapshot(
  trx: Trx,
  workspaceId: string,
  until: string,
): Promise<{ days: DayRows[]; users: number }> {
  const { rows: days } = await sql<DayRows>`
    select day, count(*) as rows
    from daily_recognition
    where workspace_id = ${workspaceId} and day <= ${until}::date
      and day > coalesce(
        (select max(day) from report_snapshots where workspace_id = ${workspaceId}), '-infinity')
    group by day
    order by day`.execute(trx)
  const { rows } = await sql<{ users: number }>`
    select count(*) as users from users where workspace_id = ${workspaceId}`.execute(trx)
  return { days, users: rows[0]?.users ?? 0 }
}

/** Adds the snapshot at the end of a day after all others. The caller locked its sources. */
export async function createSnapshot(trx: Trx, workspaceId: string, day: string): Promise<void> {
  await sql`select report_snapshot_create(${workspaceId}, ${day}::date)`.execute(trx)
}

/** Keeps the snapshots of a workspace from being deleted until the end of the transaction. */
export async function keepSnapshots(trx: Trx, workspaceId: string): Promise<void> {
  await sql`
    select 1 from report_snapshots where workspace_id = ${workspaceId} for key share`.execute(trx)
}

/**
 * Deletes the snapshot before the newest one, unless it follows the one before it after `rowsMin`
 * daily rows. The caller locked the sources of snapshots.
 */
export async function deleteSnapshotBeforeNewest(
  trx: Trx,
  workspaceId: string,
  rowsMin: number,
): Promise<void> {
  const [, day, earlier] = (await listSnapshotDays(trx, workspaceId)).toReversed()
  if (day === undefined || earlier === undefined) return
  const { rows } = await sql<{ rows: number }>`
    select count(*) as rows
    from daily_recognition
    where workspace_id = ${workspaceId} and day > ${earlier}::date and day <= ${day}::date`.execute(
    trx,
  )
  if ((rows[0]?.rows ?? 0) >= rowsMin) return
  // First the row that `keepSnapshots` locks.
  for (const table of ['report_snapshots', 'user_snapshots'] as const)
    await trx
      .deleteFrom(table)
      .where('workspace_id', '=', workspaceId)
      .where('day', '=', day)
      .execute()
}

/** Deletes all snapshots of a workspace. */
export async function discardSnapshots(trx: Trx, workspaceId: string): Promise<void> {
  await sql`select report_snapshots_discard(${workspaceId}, '-infinity')`.execute(trx)
}
