import type pg from 'pg'
import { type ArchiveColumn, printNounSchema } from '#contract/workspace-archive/format.ts'
import { archiveNouns } from '#contract/workspace-archive/nouns.ts'
import { quoteIdentifier } from '#server/ops/backup.ts'

/** A noun with its columns in this database, those of the key first, then by name. */
export type ArchiveNoun = {
  name: string
  columns: ArchiveColumn[]
  /** The columns that order the lines. */
  key: string[]
  /** The content of its schema file. */
  schema: string
}

/** The column with the id of the workspace, which is in the manifest and in no line. */
export const workspaceColumn = (table: string) => (table === 'workspaces' ? 'id' : 'workspace_id')

type CatalogRow = { name: string; columns: ArchiveColumn[]; key: string[] }

/**
 * Reads columns and keys of the exported tables. Generated columns are computed again. A table
 * without a primary key has its first unique index.
 */
async function readCatalog(client: pg.Client): Promise<Map<string, CatalogRow>> {
  const { rows } = await client.query<CatalogRow>(
    `select c.relname::text as name,
      (select json_agg(json_build_object('name', a.attname, 'type',
          format_type(a.atttypid, a.atttypmod), 'nullable', not a.attnotnull) order by a.attname)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '') as columns,
      array(select a.attname::text from unnest(i.indkey::smallint[]) with ordinality k (attnum, n)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum order by k.n) as key
    from pg_class c
    cross join lateral (select indkey from pg_index where indrelid = c.oid and indisunique
      order by indisprimary desc, indexrelid limit 1) i
    where c.relnamespace = 'public'::regnamespace and c.relname = any ($1)`,
    [Object.keys(archiveNouns)],
  )
  return new Map(rows.map((row) => [row.name, row]))
}

/** Returns the nouns of an archive as this database has them, in the order of an import. */
export async function describeNouns(client: pg.Client): Promise<ArchiveNoun[]> {
  const catalog = await readCatalog(client)
  return Object.entries(archiveNouns).map(([name, { description, leftOut = {}, changed }]) => {
    const table = catalog.get(name)
    if (!table) throw new Error(`there is no table ${name}`)
    const isExported = (column: string) => column !== workspaceColumn(name) && !(column in leftOut)
    const key = table.key.filter(isExported)
    const columns = table.columns
      .filter((column) => isExported(column.name))
      .sort((a, b) => rankInKey(key, a.name) - rankInKey(key, b.name))
    const text = changed ? `${description} ${changed}` : description
    return {
      name,
      columns,
      key,
      schema: printNounSchema({ name, description: text, columns, key }),
    }
  })
}

const rankInKey = (key: readonly string[], column: string) =>
  key.includes(column) ? key.indexOf(column) : key.length

/** Values that depend on a connection which is not part of the archive. */
const changedValues: Readonly<Record<string, string>> = {
  'groups.managed_by': `case when managed_by in ('scim', 'sync') then 'manual' else managed_by end`,
  'users.field_sources': `coalesce((select jsonb_object_agg(key, value)
    from jsonb_each_text(field_sources) where value not in ('scim', 'sync')), '{}')`,
}
const rowFilters: Readonly<Record<string, string>> = { inbox_items: 'import_id is null' }

/**
 * Returns the query of the lines of a noun. Text is ordered by its bytes, whatever the locale of
 * the database, so that two installations write the same file.
 */
export function selectLines({ name, columns, key }: ArchiveNoun, workspaceId: string): string {
  const values = columns.map((column) => {
    const changed = changedValues[`${name}.${column.name}`]
    const quoted = quoteIdentifier(column.name)
    return changed ? `${changed} as ${quoted}` : quoted
  })
  const types = new Map(columns.map((column) => [column.name, column.type]))
  const order = key.map((column) => {
    const collation = types.get(column) === 'text' ? ' collate "C"' : ''
    return `t.${quoteIdentifier(column)}${collation} nulls first`
  })
  const filter = rowFilters[name]
  return `select row_to_json(r) from (select ${values.join(', ')} from public.${quoteIdentifier(name)} t
    where t.${workspaceColumn(name)} = '${workspaceId}'${filter ? ` and ${filter}` : ''}
    ${order.length ? `order by ${order.join(', ')}` : ''}) r`
}
