import { withAdmin } from '#server/platform/database/admin.ts'

/**
 * Constructs that Citus would reject or answer wrongly, and the statements that shard the current
 * schema (docs/scaling.md).
 */
export type ShardingReport = {
  problems: string[]
  statements: string[]
  triggers: string[]
  unscopedFunctions: string[]
}

/**
 * Constraints across workspaces, which a sharded database cannot enforce. Sharding drops them;
 * `why` explains why nothing depends on them.
 */
const droppedConstraints: Record<string, { why: string; statement: string }> = {
  billing_customers_ref: {
    why: 'the provider gives each of its customers an id of its own',
    statement:
      'drop index billing_customers_ref; create index billing_customers_ref on billing_customers (provider, ref) where ref is not null;',
  },
  sessions_workspace_id_user_id_fkey: {
    why: 'a session is entered through its user, who is looked for each time',
    statement: 'alter table sessions drop constraint sessions_workspace_id_user_id_fkey;',
  },
}

type Table = { name: string; tenant: boolean }
type Index = { table: string; name: string; columns: string[] }
type Reference = {
  table: string
  name: string
  target: string
  columns: string[]
  targets: string[]
}

const tablesQuery = `select c.relname as name, c.relname = 'workspaces' or exists (select 1
  from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id' and a.attnotnull
  and not a.attisdropped) as tenant
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and c.relname not like 'kysely%' and c.relname <> 'applied_functions'
    order by c.relname <> 'workspaces', 1`
const indexesQuery = `select t.relname as table, c.relname as name, array(select a.attname::text
  from pg_attribute a where a.attrelid = t.oid and a.attnum = any (i.indkey)) as columns
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'public'::regnamespace and (i.indisunique or i.indisexclusion)`
const columnNamesSql = (key: 'conkey' | 'confkey', table: 'conrelid' | 'confrelid') =>
  `array(select a.attname::text from unnest(k.${key}) with ordinality o (n, i) join pg_attribute a on a.attrelid = k.${table} and a.attnum = o.n order by o.i)`
const foreignKeysQuery = `select t.relname as table, k.conname as name, f.relname as target,
  ${columnNamesSql('conkey', 'conrelid')} as columns, ${columnNamesSql('confkey', 'confrelid')} as targets
  from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    where k.contype = 'f' and t.relnamespace = 'public'::regnamespace`
const triggersQuery = `select distinct t.relname || ': ' || g.tgname as name from pg_trigger g
  join pg_class t on t.oid = g.tgrelid where not g.tgisinternal
  and t.relnamespace = 'public'::regnamespace order by 1`
/** Functions that access data; their first parameter is the workspace. */
const functionsQuery = `select p.oid::regprocedure::text as name, coalesce(p.proargnames[1], '') as first
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')
    and p.provolatile <> 'i' and p.pronargs > 0 and p.prorettype <> 'trigger'::regtype
    and p.prosrc ~* '(from|into|update)\\s+\\w' order by 1`

const tenantColumn = (table: string) => (table === 'workspaces' ? 'id' : 'workspace_id')

/**
 * Checks the schema against the rules of sharding by workspace: each unique key of a tenant table
 * contains the workspace, and its foreign keys refer to the same workspace or to a table replicated
 * on every node.
 */
export function checkSharding(ownerUrl: string): Promise<ShardingReport> {
  return withAdmin(ownerUrl, async (owner) => {
    const list = async <T extends object>(text: string) => (await owner.query<T>(text)).rows
    const all = await list<Table>(tablesQuery)
    const tenant = new Set(all.filter((table) => table.tenant).map(({ name }) => name))
    const [problems, dropStatements]: [string[], string[]] = [[], []]
    const report = (name: string, problem: string) => {
      const dropped = droppedConstraints[name]
      if (dropped) dropStatements.push(`${dropped.statement} -- ${dropped.why}`)
      else problems.push(problem)
    }
    for (const { table, name, columns } of await list<Index>(indexesQuery)) {
      if (tenant.has(table) && !columns.includes(tenantColumn(table)))
        report(name, `${table}: the unique index ${name} does not hold ${tenantColumn(table)}`)
    }
    for (const { table, name, target, columns, targets } of await list<Reference>(
      foreignKeysQuery,
    )) {
      if (!tenant.has(table) && tenant.has(target))
        report(
          name,
          `${table}: ${name} points from a table that every node has to ${target}, which is spread`,
        )
      if (!tenant.has(table) || !tenant.has(target)) continue
      const at = columns.indexOf(tenantColumn(table))
      if (at < 0 || targets[at] !== tenantColumn(target))
        report(name, `${table}: ${name} may point to another workspace's ${target}`)
    }
    const functions = await list<{ name: string; first: string }>(functionsQuery)
    return {
      problems,
      statements: [
        ...dropStatements,
        ...all
          .filter((table) => !tenant.has(table.name))
          .map(({ name }) => `select create_reference_table('${name}');`),
        ...all
          .filter((table) => tenant.has(table.name))
          .map(
            ({ name }) =>
              [
                `select create_distributed_table('${name}', '${tenantColumn(name)}'`,
                ...(name === 'workspaces' ? [] : [`colocate_with => 'workspaces'`]),
              ].join(', ') + ');',
          ),
        ...functions
          .filter(({ first }) => first === 'p_workspace')
          .map(
            ({ name }) =>
              `select create_distributed_function('${name}', 'p_workspace', ` +
              `colocate_with => 'workspaces');`,
          ),
      ],
      triggers: (await list<{ name: string }>(triggersQuery)).map(({ name }) => name),
      unscopedFunctions: functions
        .filter(({ first }) => first !== 'p_workspace')
        .map(({ name }) => name),
    }
  })
}
