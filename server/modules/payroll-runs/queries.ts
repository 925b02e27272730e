import { type Insertable, type Selectable, sql } from 'kysely'
import type { PayrollTotal } from '#contract/schemas/payroll.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import type { Line } from './build-lines.ts'

export type RunRow = Selectable<Tables['payroll_runs']>
export type LineRow = Selectable<Tables['payroll_lines']>

/** Returns the first day of all runs for people of a country, or of all countries (null). */
export async function findFirstDay(
  trx: Trx,
  workspaceId: string,
  country: string | null,
): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(from_day) as day from payroll_runs
    where workspace_id = ${workspaceId} and country is not distinct from ${country}`.execute(trx)
  return rows[0]?.day ?? null
}

/** Returns the newest run for people of all countries. */
export async function findNewestRun(trx: Trx, workspaceId: string): Promise<RunRow | undefined> {
  return trx
    .selectFrom('payroll_runs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('country', 'is', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the runs before a number, newest first. */
export async function listRunRows(
  trx: Trx,
  workspaceId: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<RunRow[]> {
  return trx
    .selectFrom('payroll_runs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
}

export async function findRun(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<RunRow | undefined> {
  return trx
    .selectFrom('payroll_runs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns the number that the next run has. The caller holds the settings lock. */
export async function findNextNumber(trx: Trx, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select coalesce(max(number), 0) + 1 as number from payroll_runs
    where workspace_id = ${workspaceId}`.execute(trx)
  return rows[0]?.number ?? 1
}

export async function insertRun(
  trx: Trx,
  {
    totals,
    ...run
  }: Omit<Insertable<Tables['payroll_runs']>, 'totals'> & {
    totals: PayrollTotal[]
  },
): Promise<void> {
  await trx
    .insertInto('payroll_runs')
    .values({ ...run, totals: JSON.stringify(totals) })
    .execute()
}

/** A line with its place in the run. */
export type NumberedLine = Line & { id: string; position: number }

/** Inserts lines of a run. */
export async function insertLines(
  trx: Trx,
  workspaceId: string,
  runId: string,
  lines: NumberedLine[],
): Promise<void> {
  await insertRows(
    trx,
    'payroll_lines',
    lines.map(({ at: _at, has_rule: _hasRule, ...line }) => ({
      workspace_id: workspaceId,
      run_id: runId,
      ...line,
    })),
  )
}

/** Marks the contributions that are lines of a run, so that no later draft reads them. */
export async function markContributions(
  trx: Trx,
  workspaceId: string,
  runId: string,
): Promise<void> {
  await sql`
    update contributions c set in_payroll_run = true
    from payroll_lines l
    where l.workspace_id = ${workspaceId} and l.run_id = ${runId} and l.corrects is null
      and c.workspace_id = ${workspaceId} and c.purchase_id = l.purchase_id
      and c.user_id = l.user_id`.execute(trx)
}

/** Returns the lines of a run after a position. */
export async function listLineRows(
  trx: Trx,
  workspaceId: string,
  runId: string,
  { after, limit }: { after: number; limit: number },
): Promise<LineRow[]> {
  return trx
    .selectFrom('payroll_lines')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('run_id', '=', runId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
}
