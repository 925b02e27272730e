import type pg from 'pg'
import { withAdmin } from '#server/platform/database/admin.ts'
import { readSchema, type Schema } from './read-schema.ts'

/**
 * Constructs that Citus would reject or answer wrongly, and the statements that shard the current
 * schema (docs/scaling.md). For a sharded schema, only the missing statements.
 */
export type ShardingReport = {
  isSharded: boolean
  problems: string[]
  statements: string[]
  triggers: string[]
  unscopedFunctions: string[]
}

/**
 * The place of each table that is not distributed. Rows of a workspace refer to reference tables, so
 * every node has a copy; local tables are on the coordinator only. All other tables are distributed
 * by their workspace.
 */
const tablePlaces: Record<string, 'reference' | 'local'> = {
  accounts: 'reference',
  promo_codes: 'local',
  address_changes: 'local',
  applied_functions: 'local',
  kysely_migration: 'local',
  kysely_migration_lock: 'local',
  mailbox: 'local',
  nightly_runs: 'local',
  // Looked up before their workspace is known, like sessions.
  oauth_grants: 'local',
  oauth_states: 'local',
  recovery_codes: 'local',
  second_factors: 'local',
  sessions: 'local',
  sign_in_codes: 'local',
  sso_addresses: 'local',
  team_creations: 'local',
  used_google_nonces: 'local',
  webhook_events: 'local',
}

/**
 * Constraints across workspaces, which a sharded database cannot enforce. Sharding drops them;
 * `why` explains why nothing depends on them.
 */
const droppedConstraints: Record<string, { why: string; statement: string }> = {
  billing_customers_ref: {
    why: 'the provider gives each of its customers an id of its own',
    statement:
      'drop index if exists billing_customers_ref; create index billing_customers_ref on billing_customers (provider, ref) where ref is not null;',
  },
  oauth_grants_workspace_id_user_id_fkey: {
    why: 'a token is issued only to its user, who is looked for each time',
    statement: 'alter table oauth_grants drop constraint oauth_grants_workspace_id_user_id_fkey;',
  },
  sessions_workspace_id_user_id_fkey: {
    why: 'a session is entered through its user, who is looked for each time',
    statement: 'alter table sessions drop constraint sessions_workspace_id_user_id_fkey;',
  },
}

/** The policies of migration 0090 without their subqueries, which Citus refuses. */
const policiesWithoutSubqueries = [
  'alter policy tenant on users using (workspace_id = current_workspace());',
  'alter policy own_memberships on users using (account_id = current_account());',
]

const tenantColumn = (table: string) => (table === 'workspaces' ? 'id' : 'workspace_id')

/** Returns the schema, in which the tables of `tablePlaces` are no tenant tables. */
async function readPlacedSchema(owner: pg.Client): Promise<Schema> {
  const schema = await readSchema(owner)
  const tables = schema.tables.map((table) => ({
    ...table,
    isTenant: table.isTenant && !tablePlaces[table.name],
  }))
  return { ...schema, tables }
}

/** Returns violations of the rules, and the statements that drop constraints across workspaces. */
function findProblems({ tables, indexes, references }: Schema) {
  const tenant = new Set(tables.filter((table) => table.isTenant).map(({ name }) => name))
  const problems: string[] = []
  const dropStatements: string[] = []
  const report = (name: string, problem: string) => {
    const dropped = droppedConstraints[name]
    if (dropped) dropStatements.push(`${dropped.statement} -- ${dropped.why}`)
    else problems.push(problem)
  }
  for (const { name } of tables)
    if (!tenant.has(name) && !tablePlaces[name])
      problems.push(`${name}: neither distributed by workspace_id, nor a reference or local table`)
  for (const { table, name, columns } of indexes) {
    if (tenant.has(table) && !columns.includes(tenantColumn(table)))
      report(name, `${table}: the unique index ${name} does not hold ${tenantColumn(table)}`)
  }
  for (const { table, name, target, columns, targets } of references) {
    if (!tenant.has(table) && tenant.has(target))
      report(
        name,
        `${table}: ${name} points from a table that is not distributed to ${target}, which is`,
      )
    if (!tenant.has(table) || !tenant.has(target)) continue
    const at = columns.indexOf(tenantColumn(table))
    if (at < 0 || targets[at] !== tenantColumn(target))
      report(name, `${table}: ${name} may point to another workspace's ${target}`)
  }
  return { problems, dropStatements }
}

/** Returns the statements that give each table and function without a place its place. */
function listStatements({ tables, references, functions }: Schema, dropStatements: string[]) {
  const moving = new Map(
    tables
      .filter((table) => !table.isPlaced && (table.isTenant || tablePlaces[table.name] !== 'local'))
      .map((table) => [table.name, table]),
  )
  // Foreign keys form circles (the logo of a team is a file of the team), and a distributed table
  // may not refer to one that is not distributed yet: they are added again at the end.
  const kept = references.filter(
    ({ name, table, target }) =>
      !droppedConstraints[name] && (moving.has(table) || moving.has(target)),
  )
  const moved = [...moving.values()]
  return [
    ...(moved.length ? ['set citus.enable_unsafe_triggers = on;'] : []),
    ...dropStatements,
    ...(moving.has('users') ? policiesWithoutSubqueries : []),
    ...kept.map((reference) => reference.drop),
    ...moved
      .filter((table) => !table.isTenant)
      .map(({ name }) => `select create_reference_table('${name}');`),
    ...moved
      .filter((table) => table.isTenant)
      .map(
        ({ name }) =>
          [
            `select create_distributed_table('${name}', '${tenantColumn(name)}'`,
            ...(name === 'workspaces' ? [] : [`colocate_with => 'workspaces'`]),
          ].join(', ') + ');',
      ),
    ...kept.map((reference) => reference.add),
    // A function runs whole on the node of its workspace, also within a transaction: run by the
    // coordinator, a function of the owner would use other connections than its caller.
    ...functions
      .filter((one) => one.isScoped && !one.isPlaced)
      .map(
        ({ name }) =>
          `select create_distributed_function('${name}', 'p_workspace', ` +
          `colocate_with => 'workspaces', force_delegation => true);`,
      ),
  ]
}

/**
 * Returns the shards, on any node, that do not have the row level security of their table: forced,
 * with the same policies.
 */
async function findUnprotectedShards(owner: pg.Client): Promise<string[]> {
  const protection = (table: string) => `(
    select concat_ws(' ', c.relrowsecurity, c.relforcerowsecurity,
      (select string_agg(concat_ws(' ', p.polname, p.polpermissive, p.polcmd), ', ' order by p.polname)
        from pg_policy p where p.polrelid = c.oid))
    from pg_class c where c.oid = ${table}::regclass)`
  const { rows } = await owner.query<{ table: string; expected: string }>(`
    select d.logicalrelid::text as table, ${protection('d.logicalrelid')} as expected
    from pg_dist_partition d where d.partmethod = 'h' order by 1`)
  const found: string[] = []
  for (const { table, expected } of rows) {
    const shards = await owner.query<{ shard: string; node: string; result: string }>(
      `select shardid::text as shard, nodename || ':' || nodeport as node, result
        from run_command_on_placements($1, $2)`,
      [table, `select ${protection("'%s'")}`],
    )
    if (!expected.startsWith('t t')) found.push(`${table}: row level security is not forced`)
    for (const { shard, node, result } of shards.rows)
      if (result !== expected)
        found.push(
          `${table}: shard ${shard} on ${node} has not the row level security of its table`,
        )
  }
  return found
}

/**
 * Checks the schema against the rules of sharding by workspace: each table has a place, each unique
 * key of a tenant table contains the workspace, and its foreign keys refer to the same workspace or
 * to a table replicated on every node.
 */
export function checkSharding(ownerUrl: string): Promise<ShardingReport> {
  return withAdmin(ownerUrl, async (owner) => {
    const schema = await readPlacedSchema(owner)
    const { problems, dropStatements } = findProblems(schema)
    const isSharded = schema.tables.some((table) => table.name === 'workspaces' && table.isPlaced)
    return {
      isSharded,
      problems: isSharded ? [...problems, ...(await findUnprotectedShards(owner))] : problems,
      statements: listStatements(schema, dropStatements),
      triggers: schema.triggers.map(({ name }) => name),
      unscopedFunctions: schema.functions
        .filter(({ isScoped }) => !isScoped)
        .map(({ name }) => name),
    }
  })
}

/**
 * Distributes the tables and functions that migrations added to a sharded database. Does nothing
 * without Citus. Returns the number of statements.
 */
export async function shardAdditions(ownerUrl: string): Promise<number> {
  const { isSharded } = await checkSharding(ownerUrl)
  return isSharded ? shard(ownerUrl) : 0
}

/**
 * Distributes the schema over the nodes that its Citus knows, as `checkSharding` says; a
 * distributed schema gets the missing parts. Takes as long as moving the data. Returns the number
 * of statements. Throws when the schema violates a rule or a statement fails; earlier statements
 * remain in effect.
 */
export async function shard(ownerUrl: string): Promise<number> {
  const { problems, statements } = await checkSharding(ownerUrl)
  if (problems.length) throw new Error(problems.join('; '))
  await withAdmin(ownerUrl, async (owner) => {
    for (const statement of statements)
      await owner.query(statement).catch((error: Error) => {
        throw new Error(`${statement}: ${error.message}`, { cause: error })
      })
  })
  return statements.length
}
