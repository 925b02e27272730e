import { type Insertable, type Selectable, sql, type SqlBool, type Updateable } from 'kysely'
import type { PeopleSyncOutcome, PeopleSyncState } from '#contract/people-sync.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type RunRow = Selectable<Tables['people_sync_runs']>
export type SettingsRow = Selectable<Tables['people_sync_settings']>

export function findSyncSettings(trx: Trx, workspaceId: string): Promise<SettingsRow | undefined> {
  return trx
    .selectFrom('people_sync_settings')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
}

/** Creates or changes the settings of a team. */
export async function saveSyncSettings(
  trx: Trx,
  settings: Insertable<Tables['people_sync_settings']>,
): Promise<void> {
  const { workspace_id: _workspaceId, ...columns } = settings
  await trx
    .insertInto('people_sync_settings')
    .values(settings)
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(columns))
    .execute()
}

/** Locks the settings of a schedule that is due, unless another process has taken it. */
export function lockDueSchedule(
  trx: Trx,
  workspaceId: string,
  at: Date,
): Promise<SettingsRow | undefined> {
  return trx
    .selectFrom('people_sync_settings')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('next_run_at', '<=', at)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export async function setNextRun(
  trx: Trx,
  workspaceId: string,
  nextAt: Date | null,
): Promise<void> {
  await trx
    .updateTable('people_sync_settings')
    .set({ next_run_at: nextAt })
    .where('workspace_id', '=', workspaceId)
    .execute()
}

/** Returns workspaces whose file is to be fetched now. */
export async function listDueSyncs(db: Db, at: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from people_sync_due(${at}, ${limit}) as workspace (id)`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Creates a run, unless another run of the team checks or applies a file. Waits for one that is
 * being created. Returns whether it was created.
 */
export async function insertRun(
  trx: Trx,
  run: Insertable<Tables['people_sync_runs']>,
): Promise<boolean> {
  const row = await trx
    .insertInto('people_sync_runs')
    .values(run)
    .onConflict((conflict) =>
      conflict
        .column('workspace_id')
        .where(sql<SqlBool>`state in ('checking', 'applying')`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export function findRun(trx: Trx, workspaceId: string, id: string): Promise<RunRow | undefined> {
  return trx
    .selectFrom('people_sync_runs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Locks a run until the end of the transaction. */
export function lockRun(trx: Trx, workspaceId: string, id: string): Promise<RunRow | undefined> {
  return trx
    .selectFrom('people_sync_runs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export function listRuns(
  trx: Trx,
  workspaceId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<RunRow[]> {
  return trx
    .selectFrom('people_sync_runs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Returns whether a run of the team is checking or applying a file. */
export async function hasActiveRun(trx: Trx, workspaceId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('people_sync_runs')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('state', 'in', ['checking', 'applying'])
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the runs that wait for a decision, and returns their ids. */
export async function lockWaitingRuns(trx: Trx, workspaceId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('people_sync_runs')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('state', 'in', ['waiting', 'stopped'])
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

export async function updateRun(
  trx: Trx,
  workspaceId: string,
  id: string,
  columns: Updateable<Tables['people_sync_runs']>,
): Promise<void> {
  await trx
    .updateTable('people_sync_runs')
    .set(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

export type OutcomeCounts = Partial<Record<PeopleSyncOutcome, number>>

/** Adds checked rows and their outcomes to the counts of a run. */
export async function addChecked(
  trx: Trx,
  workspaceId: string,
  id: string,
  { rows, line, counts }: { rows: number; line: number; counts: OutcomeCounts },
): Promise<void> {
  await sql`
    update people_sync_runs set
      checked_count = checked_count + ${rows}, checked_line = ${line},
      new_count = new_count + ${counts.new ?? 0},
      changed_count = changed_count + ${counts.changed ?? 0},
      conflict_count = conflict_count + ${counts.conflict ?? 0},
      deactivated_count = deactivated_count + ${counts.deactivated ?? 0},
      refused_count = refused_count + ${counts.refused ?? 0}
    where workspace_id = ${workspaceId} and id = ${id}`.execute(trx)
}

/** Ends a run and deletes the rows of its file. The changes stay for the log. */
export async function endRun(
  trx: Trx,
  workspaceId: string,
  id: string,
  end: { state: PeopleSyncState; at: Date; code?: string; last_error?: string },
): Promise<void> {
  await updateRun(trx, workspaceId, id, {
    state: end.state,
    finished_at: end.at,
    ...(end.code === undefined ? {} : { code: end.code }),
    last_error: end.last_error ?? '',
  })
  await trx
    .deleteFrom('people_sync_rows')
    .where('workspace_id', '=', workspaceId)
    .where('run_id', '=', id)
    .execute()
}

/** Deletes runs that ended long ago, with their changes. Returns their number. */
export async function deleteOldRuns(
  trx: Trx,
  workspaceId: string,
  before: Date,
  limit = 20,
): Promise<number> {
  const { rows } = await sql`
    delete from people_sync_runs where workspace_id = ${workspaceId} and id in (
      select id from people_sync_runs
      where workspace_id = ${workspaceId} and created_at < ${before}
        and state not in ('checking', 'applying')
      order by id limit ${limit})
    returning 1`.execute(trx)
  return rows.length
}
