import { sql } from 'kysely'
import type { HistoryRowCode } from '#contract/history-imports.ts'
import type { HistoryTotals } from '#contract/schemas/history-imports.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { FilePerson } from './parse-row.ts'
import type { HistoryChunk } from './read-history-file.ts'

export type HistoryLine = { line: number; cells: string[] }

/** A row as a check has read it. A refused one has a code alone. */
export type CheckedRow = { line: number } & (
  | { code: HistoryRowCode }
  | {
      post_id: string
      posted_at: string
      day: string
      giver: string
      receivers: string[]
      points: number
      body: string
      tag: string
      private: boolean
    }
)

export async function insertHistoryRows(
  trx: Trx,
  workspaceId: string,
  importId: string,
  { lines, cells }: HistoryChunk,
): Promise<void> {
  await sql`
    select history_rows_add(${workspaceId}, ${importId}, ${lines}::integer[], ${cells}::text[])
    `.execute(trx)
}

/** Returns rows after `line`, in the order of the file; `refused`: only those with a code. */
export async function listHistoryLines(
  trx: Trx,
  workspaceId: string,
  importId: string,
  { line, limit, refused }: { line: number; limit: number; refused: boolean },
): Promise<(HistoryLine & { code: string | null })[]> {
  return trx
    .selectFrom('history_rows')
    .select(['line', 'cells', 'code'])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('line', '>', line)
    .$if(refused, (query) => query.where('code', 'is not', null))
    .orderBy('line')
    .limit(limit)
    .execute()
}

export type DateProof = { dmy: boolean; mdy: boolean }

/** Returns which orders of day and month the dates of a column prove. */
export async function proveDateOrder(
  trx: Trx,
  workspaceId: string,
  importId: string,
  column: number,
): Promise<DateProof> {
  const { rows } = await sql<DateProof>`
    select coalesce(bool_or(d.m[1]::integer > 12), false) as dmy,
      coalesce(bool_or(d.m[2]::integer > 12), false) as mdy
    from history_rows r,
      regexp_match(r.cells[${column + 1}::integer],
        '^\\s*(\\d{1,2})[-/](\\d{1,2})[-/](?:\\d{4}|\\d{2})(?!\\d)') as d (m)
    where r.workspace_id = ${workspaceId} and r.import_id = ${importId}`.execute(trx)
  return rows[0] ?? { dmy: false, mdy: false }
}

/** Stores what a check has read of rows, which are in the order of the file. */
export async function storeCheckedRows(
  trx: Trx,
  workspaceId: string,
  importId: string,
  rows: CheckedRow[],
): Promise<void> {
  await sql`
    select history_rows_parse(${workspaceId}, ${importId}, ${rows.at(0)?.line ?? 0}::integer,
      ${rows.at(-1)?.line ?? 0}::integer, ${JSON.stringify(rows)}::jsonb)`.execute(trx)
}

/** Stores the people of a file, finds their users and the values of hashtags, and counts. */
export async function endCheck(
  trx: Trx,
  workspaceId: string,
  importId: string,
  people: FilePerson[],
): Promise<HistoryTotals> {
  const { rows } = await sql<{ totals: HistoryTotals }>`
    select history_check(${workspaceId}, ${importId}, ${JSON.stringify(people)}::jsonb) as totals
    `.execute(trx)
  if (!rows[0]) throw new Error('history_check returned no row')
  return rows[0].totals
}

/** Deletes the rows that ended imports have left, and uploads that never started. */
export async function deleteOldHistoryRows(
  trx: Trx,
  workspaceId: string,
  before: Date,
): Promise<number> {
  const uploads = await sql`
    delete from history_imports where workspace_id = ${workspaceId} and started_at is null
      and state in ('uploaded', 'checked', 'failed') and created_at < ${before}`.execute(trx)
  const rows = await sql`
    delete from history_rows where workspace_id = ${workspaceId} and (import_id, line) in (
      select r.import_id, r.line from history_imports i
      join history_rows r on r.workspace_id = i.workspace_id and r.import_id = i.id
      where i.workspace_id = ${workspaceId} and i.state in ('finished', 'undone', 'failed')
        and i.finished_at < ${before}
      limit 1000)`.execute(trx)
  return Number(uploads.numAffectedRows ?? 0n) + Number(rows.numAffectedRows ?? 0n)
}
