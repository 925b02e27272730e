import type { PeopleSyncOutcome } from '#contract/people-sync.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import type { ImportField } from '#contract/schemas/imports.ts'
import type { PeopleSyncRun } from '#contract/schemas/people-sync.ts'
import type { Person } from '#contract/schemas/users.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { ChangeRow } from './change-queries.ts'
import type { RunRow } from './run-queries.ts'

function presentRun(row: RunRow, people: ReadonlyMap<string, Person>): PeopleSyncRun {
  return {
    id: row.id,
    source: row.source,
    coverage: row.coverage,
    state: row.state,
    dry_run: row.dry_run,
    file_name: row.file_name,
    file_hash: row.file_hash,
    columns: row.fields.map((field, index) => ({ header: row.header[index] ?? '', field })),
    rows: row.rows_count,
    checked: row.checked_count,
    applied: row.applied_count,
    synced: row.synced_count,
    counts: {
      new: row.new_count,
      changed: row.changed_count,
      conflict: row.conflict_count,
      missing: row.missing_count,
      deactivated: row.deactivated_count,
      refused: row.refused_count,
    },
    code: row.code,
    created_by: people.get(row.created_by) ?? null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

/** Returns runs with the people who started them. */
export async function presentRuns(
  trx: Trx,
  workspaceId: string,
  rows: RunRow[],
): Promise<PeopleSyncRun[]> {
  const people = await loadPeople(
    trx,
    workspaceId,
    rows.map((row) => row.created_by),
  )
  return rows.map((row) => presentRun(row, people))
}

/** Returns what a run changes, with the people. */
export async function presentChanges(
  trx: Trx,
  workspaceId: string,
  rows: ChangeRow[],
): Promise<OutputOf<'people_sync.changes'>['items']> {
  const people = await loadPeople(
    trx,
    workspaceId,
    rows.flatMap((row) => (row.user_id === null ? [] : [row.user_id])),
  )
  return rows.map((row) => ({
    id: row.position,
    line: row.line,
    user: people.get(row.user_id ?? '') ?? null,
    email: row.email,
    name: row.name,
    outcome: row.outcome as PeopleSyncOutcome,
    fields: row.fields.map((field) => ({ ...field, field: field.field as ImportField })),
    code: row.code,
  }))
}
