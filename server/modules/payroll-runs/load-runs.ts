import type { OutputOf } from '#contract/routes/index.ts'
import type { PayrollRun } from '#contract/schemas/payroll.ts'
import { loadPeople, requirePerson } from '#server/modules/people/load-people.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { decodeCursor, encodeCursor } from '#server/platform/http/cursors.ts'
import { findRun, listLineRows, listRunRows, type RunRow } from './queries.ts'
import { presentLine } from './summarize.ts'

type Page = { cursor?: string | undefined; limit: number }

async function presentRuns(trx: Trx, workspaceId: string, rows: RunRow[]): Promise<PayrollRun[]> {
  const people = await loadPeople(
    trx,
    workspaceId,
    rows.map((row) => row.locked_by),
  )
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    from: row.from_day,
    to: row.to_day,
    country: row.country,
    lines: row.lines,
    people: row.people,
    totals: row.totals,
    hash: row.hash,
    locked_at: row.locked_at.toISOString(),
    locked_by: requirePerson(people, row.locked_by),
  }))
}

/** Returns the number in a cursor of runs or lines. Throws malformed. */
function decodeNumber(cursor: string | undefined): number | undefined {
  const number = decodeCursor(cursor, 1)?.[0]
  if (number === undefined || Number.isSafeInteger(number)) return number as number | undefined
  return throwRefusal('malformed', { field: 'cursor' })
}

/** Returns a page of runs, newest first. */
export async function loadRuns(
  trx: Trx,
  { workspace_id: workspaceId }: Actor,
  { cursor, limit }: Page,
): Promise<OutputOf<'payroll_runs.list'>> {
  const before = decodeNumber(cursor)
  const rows = await listRunRows(trx, workspaceId, { before, limit: limit + 1 })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: await presentRuns(trx, workspaceId, rows.slice(0, limit)),
    next_cursor: last ? encodeCursor([last.number]) : null,
  }
}

/** Returns a run. Throws not_found. */
export async function loadRun(trx: Trx, workspaceId: string, id: string): Promise<PayrollRun> {
  const row = (await findRun(trx, workspaceId, id)) ?? throwRefusal('not_found')
  const [run] = await presentRuns(trx, workspaceId, [row])
  return run ?? throwRefusal('not_found')
}

/** Returns a page of the lines of a run. Throws not_found. */
export async function loadRunLinesPage(
  trx: Trx,
  { workspace_id: workspaceId }: Actor,
  id: string,
  { cursor, limit }: Page,
): Promise<OutputOf<'payroll_runs.lines'>> {
  const run = (await findRun(trx, workspaceId, id)) ?? throwRefusal('not_found')
  const rows = await listLineRows(trx, workspaceId, id, {
    after: decodeNumber(cursor) ?? 0,
    limit: limit + 1,
  })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map((row) => presentLine(row, run.from_day)),
    next_cursor: last ? encodeCursor([last.position]) : null,
  }
}
