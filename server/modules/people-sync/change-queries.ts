import { type Insertable, type Selectable, sql } from 'kysely'
import type { PeopleSyncOutcome } from '#contract/people-sync.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type ChangeRow = Selectable<Tables['people_sync_changes']>
export type NewChange = Omit<Insertable<Tables['people_sync_changes']>, 'workspace_id' | 'run_id'>

export async function insertChanges(
  trx: Trx,
  workspaceId: string,
  runId: string,
  changes: NewChange[],
): Promise<void> {
  await insertRows(
    trx,
    'people_sync_changes',
    changes.map((change) => ({ workspace_id: workspaceId, run_id: runId, ...change })),
  )
}

/**
 * Adds the people whom the sync keeps and whom the file lacks: `missing` the first time and
 * `deactivated` the second time. Returns the numbers of both.
 */
export async function insertMissingPeople(
  trx: Trx,
  workspaceId: string,
  runId: string,
): Promise<{ missing: number; deactivated: number }> {
  const { rows } = await sql<
    Pick<ChangeRow, 'position' | 'user_id' | 'email' | 'name' | 'outcome'>
  >`
    select (select coalesce(max(r.line), 0) from people_sync_rows r
        where r.workspace_id = ${workspaceId} and r.run_id = ${runId})
        + row_number() over (order by f.user_id) as position,
      f.user_id, u.email, trim(u.first_name || ' ' || u.last_name) as name,
      case when m.user_id is null then 'missing' else 'deactivated' end as outcome
    from people_sync_fields f
    join users u on u.workspace_id = f.workspace_id and u.id = f.user_id
      and u.state in ('pending', 'accepted')
    left join people_sync_missing m on m.workspace_id = f.workspace_id and m.user_id = f.user_id
    where f.workspace_id = ${workspaceId} and not exists (
      select 1 from people_sync_rows r
      where r.workspace_id = ${workspaceId} and r.run_id = ${runId} and r.user_id = f.user_id)`.execute(
    trx,
  )
  await insertChanges(
    trx,
    workspaceId,
    runId,
    rows.map((row) => ({ ...row, line: null })),
  )
  const countOf = (outcome: string) => rows.filter((row) => row.outcome === outcome).length
  return { missing: countOf('missing'), deactivated: countOf('deactivated') }
}

/** Counts the active people whom the sync keeps, with those whom this file names first. */
export async function countSynced(trx: Trx, workspaceId: string, runId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from users u
    where u.workspace_id = ${workspaceId} and u.state in ('pending', 'accepted') and u.id in (
      select user_id from people_sync_fields where workspace_id = ${workspaceId}
      union
      select user_id from people_sync_rows
      where workspace_id = ${workspaceId} and run_id = ${runId} and user_id is not null)`.execute(
    trx,
  )
  return rows[0]?.count ?? 0
}

/** Returns the next changes that are not applied. */
export function listOpenChanges(
  trx: Trx,
  workspaceId: string,
  runId: string,
  limit: number,
): Promise<ChangeRow[]> {
  return trx
    .selectFrom('people_sync_changes')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('run_id', '=', runId)
    .where('is_done', '=', false)
    .orderBy('position')
    .limit(limit)
    .execute()
}

/** Marks changes as applied, with the people that they added and the reasons of left-out parts. */
export async function markDone(
  trx: Trx,
  workspaceId: string,
  runId: string,
  done: { position: number; user_id: string | null; outcome: string; code: string | null }[],
): Promise<void> {
  await sql`
    update people_sync_changes c
    set is_done = true, user_id = coalesce(c.user_id, done.user_id), outcome = done.outcome,
      code = coalesce(done.code, c.code)
    from unnest(
      ${done.map(({ position }) => position)}::int[], ${done.map((row) => row.user_id)}::uuid[],
      ${done.map(({ outcome }) => outcome)}::text[], ${done.map(({ code }) => code)}::text[]
    ) as done (position, user_id, outcome, code)
    where c.workspace_id = ${workspaceId} and c.run_id = ${runId} and c.position = done.position
      and c.position = any (${done.map(({ position }) => position)}::int[])`.execute(trx)
  await sql`
    update people_sync_runs
    set applied_count = applied_count + ${done.filter(({ outcome }) => outcome !== 'unchanged').length}
    where workspace_id = ${workspaceId} and id = ${runId}`.execute(trx)
}

/** Records that the managers of these people could not be kept. */
export async function markManagerCircles(
  trx: Trx,
  workspaceId: string,
  runId: string,
  userIds: string[],
): Promise<void> {
  await sql`
    update people_sync_changes set code = 'manager_circle'
    where workspace_id = ${workspaceId} and run_id = ${runId} and code is null
      and user_id = any (${userIds}::uuid[])`.execute(trx)
}

/** Counts the outcomes of a run again, after some changes were refused while they were applied. */
export async function recountOutcomes(trx: Trx, workspaceId: string, runId: string): Promise<void> {
  await sql`
    update people_sync_runs r set
      new_count = c.new, changed_count = c.changed, conflict_count = c.conflict,
      missing_count = c.missing, deactivated_count = c.deactivated, refused_count = c.refused
    from (
      select count(*) filter (where outcome = 'new') as new,
        count(*) filter (where outcome = 'changed') as changed,
        count(*) filter (where outcome = 'conflict') as conflict,
        count(*) filter (where outcome = 'missing') as missing,
        count(*) filter (where outcome = 'deactivated') as deactivated,
        count(*) filter (where outcome = 'refused') as refused
      from people_sync_changes where workspace_id = ${workspaceId} and run_id = ${runId}) c
    where r.workspace_id = ${workspaceId} and r.id = ${runId}`.execute(trx)
}

/** Returns a page of changes in the order of the file, without people who stay as they are. */
export function listChanges(
  trx: Trx,
  workspaceId: string,
  runId: string,
  page: { outcome?: PeopleSyncOutcome | undefined; after: number; limit: number },
): Promise<ChangeRow[]> {
  const { outcome, after, limit } = page
  return trx
    .selectFrom('people_sync_changes')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('run_id', '=', runId)
    .where('position', '>', after)
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome ?? 'new'))
    .$if(outcome === undefined, (query) => query.where('outcome', '<>', 'unchanged'))
    .orderBy('position')
    .limit(limit)
    .execute()
}
