import { sql } from 'kysely'
import type { RowChunk } from '#server/modules/people-files/list-reader.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'

/** A row of a file. */
export type FileRow = { line: number; cells: string[] }

export async function insertFileRows(
  trx: Trx,
  workspaceId: string,
  runId: string,
  { lines, cells }: RowChunk,
): Promise<void> {
  await insertRows(
    trx,
    'people_sync_rows',
    lines.map((line, index) => ({
      workspace_id: workspaceId,
      run_id: runId,
      line,
      cells: sql<string[]>`${cells[index]}::text[]`,
    })),
  )
}

/** Returns rows after `line`, in the order of the file. */
export function listFileRows(
  trx: Trx,
  workspaceId: string,
  runId: string,
  { line, limit }: { line: number; limit: number },
): Promise<FileRow[]> {
  return trx
    .selectFrom('people_sync_rows')
    .select(['line', 'cells'])
    .where('workspace_id', '=', workspaceId)
    .where('run_id', '=', runId)
    .where('line', '>', line)
    .orderBy('line')
    .limit(limit)
    .execute()
}

/** Records the people of checked rows, in the order of the file. */
export async function setRowPeople(
  trx: Trx,
  workspaceId: string,
  runId: string,
  rows: { line: number; user_id: string }[],
): Promise<void> {
  if (!rows.length) return
  await sql`
    update people_sync_rows r set user_id = person.user_id
    from unnest(
      ${rows.map(({ line }) => line)}::int[], ${rows.map((row) => row.user_id)}::uuid[]
    ) as person (line, user_id)
    where r.workspace_id = ${workspaceId} and r.run_id = ${runId} and r.line = person.line
      and r.line between ${rows.at(0)?.line ?? 0}::int and ${rows.at(-1)?.line ?? 0}::int`.execute(
    trx,
  )
}
