import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from '#server/platform/database/database.ts'

/** A row of the figures that says something else than the posts and purchases themselves. */
export type RollupDifference = {
  workspace_id: string
  table: RollupTable
  key: string
  says: string
  should: string
}
const rollupTables = ['daily_recognition', 'total_recognition', 'daily_redemptions'] as const
type RollupTable = (typeof rollupTables)[number]
type SqlPart = RawBuilder<unknown>

/** So many differences of one table are named: where more is wrong, all of it is. */
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

/** What a table should say, out of a full scan of what it is made from. */
function fullScan(table: RollupTable, workspaceId: string): SqlPart {
  if (table === 'daily_redemptions') {
    return sql`select day, user_id, sum(amount) as points, count(*) as purchases from contributions
      where workspace_id = ${workspaceId} and status <> 'declined' group by 1, 2`
  }
  return sql`select ${joinColumns(keyColumns[table], columnRef)},
    ${joinColumns(recognitionColumns, (one) => sql`sum(${columnRef(one)}) as ${columnRef(one)}`)} from (
      select day, from_id as user_id, value_id, private,
        score::bigint * cardinality(to_ids) as given_points, 1 as given_posts, 0 as received_points,
        0 as received_posts
      from posts where workspace_id = ${workspaceId} and deleted_at is null
      union all select day, r, value_id, private, 0, 0, score, 1 from posts, unnest(to_ids) r
        where workspace_id = ${workspaceId} and deleted_at is null) parts
    group by ${joinColumns(keyColumns[table], columnRef)}`
}

/**
 * The rows of a table that a full scan does not agree with: their keys, what they say (`t_`) and
 * should say (`s_`).
 */
function differingRows(table: RollupTable, workspaceId: string): SqlPart {
  const zero = (side: string, one: string) => sql`coalesce(${columnRef(`${side}.${one}`)}, 0)`
  return sql`select
    ${joinColumns(
      keyColumns[table],
      (one) => sql`coalesce(${columnRef(`s.${one}`)}, ${columnRef(`t.${one}`)}) as
      ${columnRef(one)}`,
    )},
      ${joinColumns(
        figureColumns[table],
        (one) => sql`${zero('s', one)} as ${columnRef(`s_${one}`)},
        ${zero('t', one)} as ${columnRef(`t_${one}`)}`,
      )}
    from (${fullScan(table, workspaceId)}) s full join (select * from ${sql.table(table)}
      where workspace_id = ${workspaceId}) t
      on ${joinColumns(keyColumns[table], (one) => sql`${columnRef(`t.${one}`)} = ${columnRef(`s.${one}`)}`, sql` and `)}
    where ${joinColumns(figureColumns[table], (one) => sql`${zero('s', one)} <> ${zero('t', one)}`, sql` or `)}`
}

/** Every difference of a workspace. One statement, so one moment: it is true while others write. */
async function findDifferences(trx: Trx, workspaceId: string): Promise<RollupDifference[]> {
  const said = (table: RollupTable, side: 's' | 't') =>
    joinColumns(
      figureColumns[table],
      (one) => sql`${columnRef(`${side}_${one}`)}::text`,
      sql` || ' / ' || `,
    )
  const parts = rollupTables.map(
    (table) => sql`(select ${table} as table,
      ${joinColumns(keyColumns[table], (one) => sql`${columnRef(one)}::text`, sql` || ' ' || `)} as key,
    ${said(table, 't')} as says, ${said(table, 's')} as should
      from (${differingRows(table, workspaceId)}) d order by key limit ${sql.raw(String(differencesListedMax))})`,
  )
  const { rows } = await sql<
    Omit<RollupDifference, 'workspace_id'>
  >`${sql.join(parts, sql` union all `)}`.execute(trx)
  return rows.map((row) => ({ ...row, workspace_id: workspaceId }))
}

/**
 * Makes a workspace's figures say what they should, row by row of those that differ. Nobody gives,
 * redeems or changes a value meanwhile: each of these holds the workspace's row or a value's.
 * Values first, as a post takes them.
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
        ${joinColumns(figureColumns[table], (one) => columnRef(`s_${one}`))}
        from (${differingRows(table, workspaceId)}) d
      on conflict (workspace_id, ${joinColumns(keyColumns[table], columnRef)}) do update
        set ${joinColumns(figureColumns[table], (one) => sql`${columnRef(one)} = ${columnRef(`excluded.${one}`)}`)}`.execute(
      trx,
    )
  }
}

/** The teams there are, one after the other. */
async function* iterateWorkspaceIds(db: Database): AsyncGenerator<string> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await db.call<{ id: string }>(
      'workspaces_after',
      'select workspaces_after($1, 500) as id',
      [after],
    )
    for (const { id } of page) yield id
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}

/**
 * Holds every figure of the reports against a full scan, workspace by workspace, and tells each
 * difference; with `rebuild` they are mended as well. Stops after the workspace it is at once
 * `stopped` says so. Answers how many differences it found.
 */
export async function reconcileReports(
  db: Database,
  options: { rebuild: boolean; tell: (one: RollupDifference) => void; stopped?: () => boolean },
): Promise<number> {
  let count = 0
  const patient = (id: string, work: (trx: Trx) => Promise<RollupDifference[]>) =>
    db.tenant(id, async (trx) => {
      await sql.raw(`set local statement_timeout = ${statementTimeoutMs}`).execute(trx)
      return work(trx)
    })
  for await (const id of iterateWorkspaceIds(db)) {
    if (options.stopped?.()) break
    const found = await patient(id, (trx) => findDifferences(trx, id))
    count += found.length
    found.forEach(options.tell)
    if (found.length && options.rebuild)
      await patient(id, async (trx) => {
        await repairRollups(trx, id)
        return []
      })
  }
  return count
}
