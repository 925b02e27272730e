import type pg from 'pg'

/** `isTenant`: its rows belong to a workspace. `isPlaced`: it has its place on the nodes. */
type Table = { name: string; isTenant: boolean; isPlaced: boolean }
type Index = { table: string; name: string; columns: string[] }
type Reference = {
  table: string
  name: string
  target: string
  columns: string[]
  targets: string[]
  drop: string
  add: string
}
type DatabaseFunction = { name: string; isScoped: boolean; isPlaced: boolean }

/** Returns a row if the database has the extension Citus. */
export const citusQuery = `select from pg_extension where extname = 'citus'`
/** `placed`: SQL that says whether the table \`c\` has its place already. */
const tablesQuery = (placed: string) => `select c.relname as name, ${placed} as "isPlaced",
  c.relname = 'workspaces' or exists (select 1
    from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id' and a.attnotnull
    and not a.attisdropped) as "isTenant"
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname <> 'workspaces', 1`
const indexesQuery = `select t.relname as table, c.relname as name, array(select a.attname::text
  from pg_attribute a where a.attrelid = t.oid and a.attnum = any (i.indkey)) as columns
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'public'::regnamespace and (i.indisunique or i.indisexclusion)`
const columnNamesSql = (key: 'conkey' | 'confkey', table: 'conrelid' | 'confrelid') =>
  `array(select a.attname::text from unnest(k.${key}) with ordinality o (n, i) join pg_attribute a on a.attrelid = k.${table} and a.attnum = o.n order by o.i)`
const foreignKeysQuery = `select t.relname as table, k.conname as name, f.relname as target,
  format('alter table %s drop constraint %I;', k.conrelid::regclass, k.conname) as drop,
  format('alter table %s add constraint %I %s;', k.conrelid::regclass, k.conname,
    pg_get_constraintdef(k.oid)) as add,
  ${columnNamesSql('conkey', 'conrelid')} as columns, ${columnNamesSql('confkey', 'confrelid')} as targets
  from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    where k.contype = 'f' and t.relnamespace = 'public'::regnamespace and k.conparentid = 0
    order by 1, 2`
const triggersQuery = `select distinct t.relname || ': ' || g.tgname as name from pg_trigger g
  join pg_class t on t.oid = g.tgrelid where not g.tgisinternal
  and t.relnamespace = 'public'::regnamespace order by 1`
/** Functions that access data; the first parameter of most is the workspace. */
const functionsQuery = (placed: string) => `select p.oid::regprocedure::text as name,
  coalesce(p.proargnames[1], '') = 'p_workspace' as "isScoped", ${placed} as "isPlaced"
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')
    and p.provolatile <> 'i' and p.pronargs > 0 and p.prorettype <> 'trigger'::regtype
    and p.prosrc ~* '(from|into|update)\\s+\\w' order by 1`

/** Returns the tables, indexes, foreign keys, functions and triggers of the owner's schema. */
export async function readSchema(owner: pg.Client) {
  const list = async <T extends object>(text: string) => (await owner.query<T>(text)).rows
  const hasCitus = (await list(citusQuery)).length > 0
  const isTablePlaced = hasCitus
    ? `exists (select 1 from pg_dist_partition d where d.logicalrelid = c.oid)`
    : 'false'
  const isFunctionPlaced = hasCitus
    ? `exists (select 1 from pg_catalog.pg_dist_object d where d.objid = p.oid
        and d.classid = 'pg_proc'::regclass and d.distribution_argument_index is not null)`
    : 'false'
  return {
    tables: await list<Table>(tablesQuery(isTablePlaced)),
    indexes: await list<Index>(indexesQuery),
    references: await list<Reference>(foreignKeysQuery),
    functions: await list<DatabaseFunction>(functionsQuery(isFunctionPlaced)),
    triggers: await list<{ name: string }>(triggersQuery),
  }
}

export type Schema = Awaited<ReturnType<typeof readSchema>>
