import { readFile } from 'node:fs/promises'
import { format, type FormatConfig } from 'oxfmt'
import { withClient } from '#tests/support/database.ts'
import { columnTypes, typeModules } from './column-types.ts'

type Column = {
  table: string
  name: string
  type: string
  nullable: boolean
  hasDefault: boolean
  isGenerated: boolean
  /** The values that a check constraint allows. */
  allowed: string[] | null
}

const columnsQuery = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
    not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as "hasDefault",
    a.attgenerated <> '' as "isGenerated",
    (select array(select m[1] from regexp_matches(pg_get_expr(k.conbin, k.conrelid),
        '''([^'']*)''::text', 'g') m)
      from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_expr(k.conbin, k.conrelid) ~ '^\\(\\w+ = ANY \\(ARRAY\\[') as allowed
  from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0
    and not a.attisdropped and c.relname not like 'kysely%' and c.relname <> 'applied_functions'
  order by c.relname, a.attnum`

/** Types of values as the driver reads them, with the parsers of database.ts. */
const valueTypes: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
  uuid: 'string',
}

function printValueType({ table, name, type, allowed }: Column): string {
  const narrowed = columnTypes[table]?.[name]
  if (narrowed) return narrowed
  if (allowed) return allowed.map((value) => `'${value}'`).join(' | ')
  const isArray = type.endsWith('[]')
  const valueType = valueTypes[isArray ? type.slice(0, -2) : type]
  if (!valueType) throw new Error(`${table}.${name}: no TypeScript type is known for ${type}`)
  return isArray ? `${valueType}[]` : valueType
}

function printColumnType(column: Column): string {
  const { type, nullable, hasDefault, isGenerated } = column
  const valueType = printValueType(column)
  const orNull = nullable ? ' | null' : ''
  if (isGenerated) return `GeneratedAlways<${valueType}${orNull}>`
  if (type.startsWith('json'))
    return `${hasDefault ? 'DefaultJson' : 'Json'}<${valueType}>${orNull}`
  return hasDefault ? `Generated<${valueType}${orNull}>` : `${valueType}${orNull}`
}

function printImports(): string {
  const modules = Map.groupBy(Object.entries(typeModules), ([, module]) => module)
  return [...modules]
    .map(
      ([module, types]) =>
        `import type { ${types.map(([name]) => name).join(', ')} } from '${module}'`,
    )
    .join('\n')
}

/** Throws when the schema has no such column, so that `columnTypes` keeps no unused entry. */
function assertColumnsExist(columns: Column[]): void {
  for (const [table, types] of Object.entries(columnTypes))
    for (const name of Object.keys(types))
      if (!columns.some((column) => column.table === table && column.name === name))
        throw new Error(`column-types.ts names ${table}.${name}, which the schema does not have`)
}

/** Returns the TypeScript types of all tables and views of a migrated database, formatted as oxfmt does. */
export async function printTableTypes(ownerUrl: string): Promise<string> {
  const { rows } = await withClient(ownerUrl, (owner) => owner.query<Column>(columnsQuery))
  assertColumnsExist(rows)
  const tables = [...Map.groupBy(rows, (column) => column.table)].map(
    ([table, columns]) =>
      `${table}: {\n${columns.map((one) => `${one.name}: ${printColumnType(one)}`).join('\n')}\n}`,
  )
  const text = `// Printed by \`npm run generate\` from the schema; do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
${printImports()}

/** A JSON column: read as parsed, written as a string. */
type Json<T> = ColumnType<T, string, string>
/** A JSON column with a default. */
type DefaultJson<T> = ColumnType<T, string | undefined, string>

/** The tables and views of server/db. bigint columns arrive as numbers, dates as 'YYYY-MM-DD'. */
export type Tables = {
${tables.join('\n')}
}
`
  const config = JSON.parse(
    await readFile(new URL('../../../.oxfmtrc.json', import.meta.url), 'utf8'),
  ) as FormatConfig
  return (await format('tables.generated.ts', text, config)).code
}
