import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'
import type { RowChunk } from '#server/modules/people-files/list-reader.ts'

export type ImportLine = { line: number; cells: string[] }
/** The outcome of a row in the dry run. `review` is null for a person to invite. */
export type RowReview = {
  line: number
  review: 'update' | 'refused' | 'deactivate' | 'ignore' | null
  code: string | null
}
/** `code` is the reason of a refused row, or the first warning of another one. */
export type ImportOutcome = {
  line: number
  outcome: 'invited' | 'updated' | 'refused' | 'deactivated' | 'ignored'
  code: string | null
  user_id: string | null
}

/** Returns the first rows of imports whose columns are not matched yet, as samples. */
export async function listSampleRows(
  trx: Trx,
  workspaceId: string,
  ids: string[],
  limit: number,
): Promise<Map<string, string[][]>> {
  const found = new Map<string, string[][]>()
  if (!ids.length) return found
  const { rows } = await sql<{ import_id: string; cells: string[] }>`
    select first.import_id, first.cells
    from unnest(${ids}::uuid[]) as import (id),
      lateral (
        select import_id, cells from import_rows
        where workspace_id = ${workspaceId} and import_id = import.id
        order by line
        limit ${limit}) first`.execute(trx)
  for (const row of rows) found.set(row.import_id, [...(found.get(row.import_id) ?? []), row.cells])
  return found
}

export async function insertImportRows(
  trx: Trx,
  workspaceId: string,
  importId: string,
  { lines, cells }: RowChunk,
): Promise<void> {
  await insertRows(
    trx,
    'import_rows',
    lines.map((line, index) => ({
      workspace_id: workspaceId,
      import_id: importId,
      line,
      cells: sql<string[]>`${cells[index]}::text[]`,
    })),
  )
}

/**
 * Returns rows after `line`, in the order of the file. `filter` restricts them to unprocessed rows,
 * or to processed ones that are refused or have a warning.
 */
export async function listRowsAfter(
  trx: Trx,
  workspaceId: string,
  importId: string,
  line: number,
  limit: number,
  filter: 'all' | 'open' | 'reported',
): Promise<(ImportLine & RowReview & { outcome: ImportOutcome['outcome'] | null })[]> {
  return trx
    .selectFrom('import_rows')
    .select(['line', 'cells', 'code', 'review', 'outcome'])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('line', '>', line)
    .$if(filter === 'open', (query) => query.where('outcome', 'is', null))
    .$if(filter === 'reported', (query) =>
      query.where('outcome', 'is not', null).where('code', 'is not', null),
    )
    .orderBy('line')
    .limit(limit)
    .execute()
}

/**
 * Records the outcomes of rows, in the order of the file, and adds them to the import's counters.
 */
export async function recordRowOutcomes(
  trx: Trx,
  workspaceId: string,
  importId: string,
  outcomes: ImportOutcome[],
): Promise<void> {
  await sql`
    update import_rows r
    set outcome = done.outcome, code = done.code, user_id = done.user_id
    from unnest(
      ${outcomes.map((row) => row.line)}::int[], ${outcomes.map((row) => row.outcome)}::text[],
      ${outcomes.map((row) => row.code)}::text[], ${outcomes.map((row) => row.user_id)}::uuid[]
    ) as done (line, outcome, code, user_id)
    where r.workspace_id = ${workspaceId} and r.import_id = ${importId} and r.line = done.line
      and r.line between ${outcomes.at(0)?.line ?? 0}::int
        and ${outcomes.at(-1)?.line ?? 0}::int`.execute(trx)
  const count = (outcome: ImportOutcome['outcome']) =>
    outcomes.filter((row) => row.outcome === outcome).length
  await sql`
    update imports set
      done_count = done_count + ${outcomes.length},
      invited_count = invited_count + ${count('invited')},
      updated_count = updated_count + ${count('updated')},
      refused_count = refused_count + ${count('refused')},
      deactivated_count = deactivated_count + ${count('deactivated')},
      warned_count = warned_count + ${
        outcomes.filter((row) => row.outcome !== 'refused' && row.code !== null).length
      }
    where workspace_id = ${workspaceId} and id = ${importId}`.execute(trx)
}

/** Records, as warnings of an import, that the managers of these people could not be kept. */
export async function recordManagerCircles(
  trx: Trx,
  workspaceId: string,
  importId: string,
  userIds: string[],
): Promise<void> {
  const { numAffectedRows: warned = 0n } = await sql`
    update import_rows set code = 'manager_circle'
    where workspace_id = ${workspaceId} and import_id = ${importId}
      and user_id = any (${userIds}::uuid[]) and code is null`.execute(trx)
  await sql`
    update imports set warned_count = warned_count + ${Number(warned)}
    where workspace_id = ${workspaceId} and id = ${importId}`.execute(trx)
}
