import { iterateWorkspaceIds } from '#server/modules/workspaces/iterate-workspace-ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from '#server/platform/database/database.ts'

/** A rollup row that differs from a full scan of posts and purchases. */
export type RollupDifference = {
  workspace_id: string
  table: RollupTable
  key: string
  actual: string
  expected: string
}
const rollupTables = ['daily_recognition', 'total_recognition', 'daily_redemptions'] as const
type RollupTable = (typeof rollupTables)[number]
type SqlPart = RawBuilder<unknown>

/** Limit of listed differences for each table. */
const differencesListedMax = 1_000
const statementTimeoutMs = 900_000

const keyColumns: Record<RollupTable, string[]> = {
  daily_recognition: ['day', 'user_id', 'value_id', 'private'],
  total_recognition: ['user_id', 'value_id', 'private'],
  daily_redemptions: ['day', 'user_id'],
}
const recognitionColumns = ['given_points', 'given_posts', 'received_points', 'received_posts']
const figureColumns: Record<RollupTable, string[]> = {
  daily_recognition: recognitionColumns,
  total_recognition: recognitionColumns,
  daily_redemptions: ['points', 'purchases'],
}
const joinColumns = (names: string[], each: (name: string) => SqlPart, between = sql`, `) =>
  sql.join(names.map(each), between)
const columnRef = (text: string) => sql.ref(text)

/** Returns the query of a rollup table's expected rows: a full scan of its source tables. */
function fullScan(table: RollupTable, workspaceId: string): SqlPart {
  if (table === 'daily_redemptions') {
    return sql`select day, user_id, sum(amount) as points, count(*) as purchases from contributions
      where workspace_id = ${workspaceId} and status <> 'declined' group by 1, 2`
  }
  return sql`select ${joinColumns(keyColumns[table], columnRef)},
    ${joinColumns(recognitionColumns, (name) => sql`sum(${columnRef(name)}) as ${columnRef(name)}`)} from (
      select day, from_id as user_id, value_id, private,
        score::bigint * cardinality(to_ids) as given_points, 1 as given_posts, 0 as received_points,
        0 as received_posts
      from posts where workspace_id = ${workspaceId} and deleted_at is null
      union all select day, r, value_id, private, 0, 0, score, 1 from posts, unnest(to_ids) r
        where workspace_id = ${workspaceId} and deleted_at is null) parts
    group by ${joinColumns(keyColumns[table], columnRef)}`
}

/**
 * Returns the query of rows that differ from the full scan: their keys, the actual (`t_`) and the
 * expected (`s_`) figures.
 */
function differingRows(table: RollupTable, workspaceId: string): SqlPart {
  const zero = (side: string, column: string) => sql`coalesce(${columnRef(`${side}.${column}`)}, 0)`
  return sql`select
    ${joinColumns(
      keyColumns[table],
      (column) => sql`coalesce(${columnRef(`s.${column}`)}, ${columnRef(`t.${column}`)}) as
      ${columnRef(column)}`,
    )},
      ${joinColumns(
        figureColumns[table],
        (column) => sql`${zero('s', column)} as ${columnRef(`s_${column}`)},
        ${zero('t', column)} as ${columnRef(`t_${column}`)}`,
      )}
    from (${fullScan(table, workspaceId)}) s full join (select * from ${sql.table(table)}
      where workspace_id = ${workspaceId}) t
      on ${joinColumns(keyColumns[table], (column) => sql`${columnRef(`t.${column}`)} = ${columnRef(`s.${column}`)}`, sql` and `)}
    where ${joinColumns(figureColumns[table], (column) => sql`${zero('s', column)} <> ${zero('t', column)}`, sql` or `)}`
}

/** Returns the differences of a workspace. One statement has one snapshot, despite writers. */
async function findDifferences(trx: Trx, workspaceId: string): Promise<RollupDifference[]> {
  const figuresText = (table: RollupTable, side: 's' | 't') =>
    joinColumns(
      figureColumns[table],
      (column) => sql`${columnRef(`${side}_${column}`)}::text`,
      sql` || ' / ' || `,
    )
  const parts = rollupTables.map(
    (table) => sql`(select ${table} as table,
      ${joinColumns(keyColumns[table], (column) => sql`${columnRef(column)}::text`, sql` || ' ' || `)} as key,
    ${figuresText(table, 't')} as actual, ${figuresText(table, 's')} as expected
      from (${differingRows(table, workspaceId)}) d order by key limit ${sql.raw(String(differencesListedMax))})`,
  )
  const { rows } = await sql<
    Omit<RollupDifference, 'workspace_id'>
  >`${sql.join(parts, sql` union all `)}`.execute(trx)
  return rows.map((row) => ({ ...row, workspace_id: workspaceId }))
}

/**
 * Updates the differing rollup rows of a workspace. Locks on its values and its workspace row block
 * posts, redemptions and value changes. Values are locked first, as in `post_create`.
 */
async function repairRollups(trx: Trx, workspaceId: string): Promise<void> {
  await sql`select 1 from "values" where workspace_id = ${workspaceId} order by id for update`.execute(
    trx,
  )
  await sql`select 1 from workspaces where id = ${workspaceId} for update`.execute(trx)
  for (const table of rollupTables) {
    await sql`insert into ${sql.table(table)} (workspace_id, ${joinColumns(keyColumns[table], columnRef)},
      ${joinColumns(figureColumns[table], columnRef)})
      select ${workspaceId}::uuid, ${joinColumns(keyColumns[table], columnRef)},
        ${joinColumns(figureColumns[table], (column) => columnRef(`s_${column}`))}
        from (${differingRows(table, workspaceId)}) d
      on conflict (workspace_id, ${joinColumns(keyColumns[table], columnRef)}) do update
        set ${joinColumns(figureColumns[table], (column) => sql`${columnRef(column)} = ${columnRef(`excluded.${column}`)}`)}`.execute(
      trx,
    )
  }
}

/**
 * Compares the rollups of every workspace with a full scan, and repairs them with `rebuild`. Checks
 * `stopped` before each workspace. Returns the number of differences.
 */
export async function reconcileReports(
  db: Database,
  options: {
    rebuild: boolean
    onDifference: (difference: RollupDifference) => void
    stopped?: () => boolean
  },
): Promise<number> {
  let count = 0
  const withLongTimeout = (id: string, work: (trx: Trx) => Promise<RollupDifference[]>) =>
    db.tenant(id, async (trx) => {
      await sql.raw(`set local statement_timeout = ${statementTimeoutMs}`).execute(trx)
      return work(trx)
    })
  for await (const id of iterateWorkspaceIds(db)) {
    if (options.stopped?.()) break
    const found = await withLongTimeout(id, (trx) => findDifferences(trx, id))
    count += found.length
    found.forEach(options.onDifference)
    if (found.length && options.rebuild)
      await withLongTimeout(id, async (trx) => {
        await repairRollups(trx, id)
        return []
      })
  }
  return count
}
