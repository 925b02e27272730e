import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from '#server/platform/database.ts'

/** A row of the figures that says something else than the posts and purchases themselves. */
export type Difference = {
  workspace_id: string
  table: Table
  key: string
  says: string
  should: string
}
const tables = ['daily_recognition', 'total_recognition', 'daily_redemptions'] as const
type Table = (typeof tables)[number]
type Part = RawBuilder<unknown>

/** So many differences of one table are named: where more is wrong, all of it is. */
const named_max = 1_000
const slow_ms = 900_000

const keys: Record<Table, string[]> = {
  daily_recognition: ['day', 'user_id', 'value_id', 'private'],
  total_recognition: ['user_id', 'value_id', 'private'],
  daily_redemptions: ['day', 'user_id'],
}
const recognition = ['given_points', 'given_posts', 'received_points', 'received_posts']
const figures: Record<Table, string[]> = {
  daily_recognition: recognition,
  total_recognition: recognition,
  daily_redemptions: ['points', 'purchases'],
}
const list = (names: string[], each: (name: string) => Part, between = sql`, `) =>
  sql.join(names.map(each), between)
const name = (text: string) => sql.ref(text)

/** What a table should say, out of a full scan of what it is made from. */
function scan(table: Table, workspace_id: string): Part {
  if (table === 'daily_redemptions') {
    return sql`select day, user_id, sum(amount) as points, count(*) as purchases from contributions
      where workspace_id = ${workspace_id} and status <> 'declined' group by 1, 2`
  }
  return sql`select ${list(keys[table], name)},
    ${list(recognition, (one) => sql`sum(${name(one)}) as ${name(one)}`)} from (
      select day, from_id as user_id, value_id, private,
        score::bigint * cardinality(to_ids) as given_points, 1 as given_posts, 0 as received_points,
        0 as received_posts
      from posts where workspace_id = ${workspace_id} and deleted_at is null
      union all select day, r, value_id, private, 0, 0, score, 1 from posts, unnest(to_ids) r
        where workspace_id = ${workspace_id} and deleted_at is null) parts
    group by ${list(keys[table], name)}`
}

/**
 * The rows of a table that a full scan does not agree with: their keys, what they say (`t_`) and
 * should say (`s_`).
 */
function differing(table: Table, workspace_id: string): Part {
  const zero = (side: string, one: string) => sql`coalesce(${name(`${side}.${one}`)}, 0)`
  return sql`select
    ${list(
      keys[table],
      (one) => sql`coalesce(${name(`s.${one}`)}, ${name(`t.${one}`)}) as
      ${name(one)}`,
    )},
      ${list(
        figures[table],
        (one) => sql`${zero('s', one)} as ${name(`s_${one}`)},
        ${zero('t', one)} as ${name(`t_${one}`)}`,
      )}
    from (${scan(table, workspace_id)}) s full join (select * from ${sql.table(table)}
      where workspace_id = ${workspace_id}) t
      on ${list(keys[table], (one) => sql`${name(`t.${one}`)} = ${name(`s.${one}`)}`, sql` and `)}
    where ${list(figures[table], (one) => sql`${zero('s', one)} <> ${zero('t', one)}`, sql` or `)}`
}

/** Every difference of a workspace. One statement, so one moment: it is true while others write. */
async function differencesOf(trx: Trx, workspace_id: string): Promise<Difference[]> {
  const said = (table: Table, side: 's' | 't') =>
    list(figures[table], (one) => sql`${name(`${side}_${one}`)}::text`, sql` || ' / ' || `)
  const parts = tables.map(
    (table) => sql`(select ${table} as table,
      ${list(keys[table], (one) => sql`${name(one)}::text`, sql` || ' ' || `)} as key,
    ${said(table, 't')} as says, ${said(table, 's')} as should
      from (${differing(table, workspace_id)}) d order by key limit ${sql.raw(String(named_max))})`,
  )
  const { rows } = await sql<
    Omit<Difference, 'workspace_id'>
  >`${sql.join(parts, sql` union all `)}`.execute(trx)
  return rows.map((row) => ({ ...row, workspace_id }))
}

/**
 * Makes a workspace's figures say what they should, row by row of those that differ. Nobody gives,
 * redeems or changes a value meanwhile: each of these holds the workspace's row or a value's.
 * Values first, as a post takes them.
 */
async function mend(trx: Trx, workspace_id: string): Promise<void> {
  await sql`select 1 from "values" where workspace_id = ${workspace_id} order by id for update`.execute(
    trx,
  )
  await sql`select 1 from workspaces where id = ${workspace_id} for update`.execute(trx)
  for (const table of tables) {
    await sql`insert into ${sql.table(table)} (workspace_id, ${list(keys[table], name)},
      ${list(figures[table], name)})
      select ${workspace_id}::uuid, ${list(keys[table], name)},
        ${list(figures[table], (one) => name(`s_${one}`))}
        from (${differing(table, workspace_id)}) d
      on conflict (workspace_id, ${list(keys[table], name)}) do update
        set ${list(figures[table], (one) => sql`${name(one)} = ${name(`excluded.${one}`)}`)}`.execute(
      trx,
    )
  }
}

/** The teams there are, one after the other. */
async function* workspaces(db: Database): AsyncGenerator<string> {
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
export async function checkReports(
  db: Database,
  options: { rebuild: boolean; tell: (one: Difference) => void; stopped?: () => boolean },
): Promise<number> {
  let count = 0
  const patient = (id: string, work: (trx: Trx) => Promise<Difference[]>) =>
    db.tenant(id, async (trx) => {
      await sql.raw(`set local statement_timeout = ${slow_ms}`).execute(trx)
      return work(trx)
    })
  for await (const id of workspaces(db)) {
    if (options.stopped?.()) break
    const found = await patient(id, (trx) => differencesOf(trx, id))
    count += found.length
    found.forEach(options.tell)
    if (found.length && options.rebuild)
      await patient(id, async (trx) => {
        await mend(trx, id)
        return []
      })
  }
  return count
}
