import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import {
  expectedRows,
  figureColumns,
  keyColumns,
  type RollupTable,
  rollupTables,
  type SnapshotTable,
  snapshotTables,
  storedRows,
} from './rollup-scan-queries.ts'

/** A rollup row that differs from a scan of its sources. */
export type RollupDifference = {
  workspace_id: string
  table: RollupTable | SnapshotTable
  key: string
  actual: string
  expected: string
}
type SqlPart = RawBuilder<unknown>

/** Limit of listed differences for each table. */
const differencesListedMax = 1_000

const joinColumns = (names: string[], each: (name: string) => SqlPart, between = sql`, `) =>
  sql.join(names.map(each), between)
const columnRef = (text: string) => sql.ref(text)

/**
 * Returns the query of rows that differ from the full scan: their keys, the actual (`t_`) and the
 * expected (`s_`) figures.
 */
function differingRows(table: RollupTable | SnapshotTable, workspaceId: string): SqlPart {
  const zero = (side: string, column: string) => sql`coalesce(${columnRef(`${side}.${column}`)}, 0)`
  const keys = joinColumns(
    keyColumns[table],
    (column) => sql`
      coalesce(${columnRef(`s.${column}`)}, ${columnRef(`t.${column}`)}) as ${columnRef(column)}`,
  )
  const figures = joinColumns(
    figureColumns[table],
    (column) => sql`
      ${zero('s', column)} as ${columnRef(`s_${column}`)},
      ${zero('t', column)} as ${columnRef(`t_${column}`)}`,
  )
  const sameKeys = joinColumns(
    keyColumns[table],
    (column) => sql`${columnRef(`t.${column}`)} = ${columnRef(`s.${column}`)}`,
    sql` and `,
  )
  const isDifferent = joinColumns(
    figureColumns[table],
    (column) => sql`${zero('s', column)} <> ${zero('t', column)}`,
    sql` or `,
  )
  return sql`
    select ${keys}, ${figures}
    from (${expectedRows(table, workspaceId)}) s
    full join (${storedRows(table, workspaceId)}) t
      on ${sameKeys}
    where ${isDifferent}`
}

/** Returns the differences of a workspace. One statement has one snapshot, despite writers. */
export async function findDifferences(trx: Trx, workspaceId: string): Promise<RollupDifference[]> {
  const joinAsText = (columns: string[], between: SqlPart) =>
    joinColumns(columns, (column) => sql`${columnRef(column)}::text`, between)
  const figures = (table: RollupTable | SnapshotTable, side: 's' | 't') =>
    joinAsText(
      figureColumns[table].map((column) => `${side}_${column}`),
      sql` || ' / ' || `,
    )
  const parts = [...rollupTables, ...snapshotTables].map(
    (table) => sql`(
      select ${table} as table, ${joinAsText(keyColumns[table], sql` || ' ' || `)} as key,
        ${figures(table, 't')} as actual, ${figures(table, 's')} as expected
      from (${differingRows(table, workspaceId)}) d
      order by key
      limit ${sql.lit(differencesListedMax)})`,
  )
  const { rows } = await sql<
    Omit<RollupDifference, 'workspace_id'>
  >`${sql.join(parts, sql` union all `)}`.execute(trx)
  return rows.map((row) => ({ ...row, workspace_id: workspaceId }))
}

/**
 * Blocks posts, redemptions and value changes of a workspace until the end of the transaction.
 * Values are locked first, as in `post_create`.
 */
export async function lockRollupSources(trx: Trx, workspaceId: string): Promise<void> {
  await sql`
    select 1 from "values" where workspace_id = ${workspaceId} order by id for update`.execute(trx)
  await sql`select 1 from workspaces where id = ${workspaceId} for update`.execute(trx)
}

/** Updates the differing rows of a rollup table. The caller locked its sources. */
export async function repairRollup(
  trx: Trx,
  workspaceId: string,
  table: RollupTable,
): Promise<void> {
  const keys = joinColumns(keyColumns[table], columnRef)
  const columns = joinColumns(figureColumns[table], columnRef)
  const expected = joinColumns(figureColumns[table], (column) => columnRef(`s_${column}`))
  const changes = joinColumns(
    figureColumns[table],
    (column) => sql`${columnRef(column)} = ${columnRef(`excluded.${column}`)}`,
  )
  await sql`
    insert into ${sql.table(table)} (workspace_id, ${keys}, ${columns})
    select ${workspaceId}::uuid, ${keys}, ${expected}
    from (${differingRows(table, workspaceId)}) d
    on conflict (workspace_id, ${keys}) do update set ${changes}`.execute(trx)
}
