import pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type Database } from '#server/platform/database/database.ts'
import { createTestDatabase } from './database.ts'

/**
 * A migrated database without rows and the pool of the server. The files of a worker use it one
 * after another: copying the template for each, and new connections, which know no table yet, took
 * a seventh of the time of API tests.
 */
export type ReusedDatabase = {
  ownerUrl: string
  pool: Database
  /** Makes the database available to the next file, or drops it. */
  release(): Promise<void>
}
type IdleDatabase = Pick<ReusedDatabase, 'ownerUrl' | 'pool'> & {
  owner: pg.Client
  schema: string
  drop(): Promise<void>
}

const idleDatabases: IdleDatabase[] = []
/** A database with more rows is dropped, which takes less time than deleting them. */
const deletedBytesMax = 16 * 1024 * 1024
/** Tables that migrations fill, ours and those of pg-boss. */
const migratedTables = [
  'kysely_migration',
  'kysely_migration_lock',
  'applied_functions',
  'pgboss.version',
  'pgboss.queue',
]

/** A hash of the functions, triggers, policies, constraints and tables, which a test may change. */
const schemaQuery = `select md5(string_agg(one, ' ' order by one)) as schema from (
  select concat(oid, '.', xmin) as one from pg_proc where oid >= 16384
  union all select concat(oid, '.', xmin) from pg_trigger where oid >= 16384
  union all select concat(oid, '.', xmin) from pg_policy where oid >= 16384
  union all select concat(oid, '.', xmin) from pg_constraint where oid >= 16384
  union all select concat(oid, relkind, relrowsecurity, relforcerowsecurity, relowner)
    from pg_class where oid >= 16384) rows`
const tablesQuery = `select oid::regclass::text as name, pg_relation_size(oid)::float8 as bytes
  from pg_class
  where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
    and pg_relation_size(oid) > 0 and oid::regclass::text <> all($1)`

async function readSchema(owner: pg.Client): Promise<string | undefined> {
  return (await owner.query<{ schema: string }>(schemaQuery)).rows[0]?.schema
}

async function createDatabase(): Promise<IdleDatabase> {
  const database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  // A test may end all connections or the database; the next statement fails then.
  owner.on('error', () => {})
  await owner.connect()
  const pool = connectDatabase({ url: database.ownerUrl, maxConnections: 16 })
  return { ...database, pool, owner, schema: (await readSchema(owner)) ?? '' }
}

/**
 * Returns the tables with rows, or undefined when the next file needs another database: its schema
 * has changed, deleting its rows takes long, or its server has settings that are not ours to change.
 */
async function listTablesToEmpty({ owner, schema }: IdleDatabase): Promise<string[] | undefined> {
  if (inject('isDatabaseGiven') || (await readSchema(owner)) !== schema) return undefined
  const { rows } = await owner.query<{ name: string; bytes: number }>(tablesQuery, [migratedTables])
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
  return bytes > deletedBytesMax ? undefined : rows.map(({ name }) => name)
}

/** Deletes all rows and returns true, or returns false when the database is not to be used again. */
async function emptyDatabase(database: IdleDatabase): Promise<boolean> {
  try {
    const tables = await listTablesToEmpty(database)
    if (!tables) return false
    // Without the triggers that check foreign keys and forbid changes of the ledger.
    await database.owner.query(
      `set session_replication_role = replica; set lock_timeout = '2s';
      ${tables.map((name) => `delete from ${name};`).join('\n')}`,
    )
    return true
  } catch {
    // A test has ended the connections, or a killed process still holds its locks.
    return false
  }
}

/** Returns the database of a file before this one, or a new one. */
export async function takeDatabase(): Promise<ReusedDatabase> {
  const taken = idleDatabases.pop() ?? (await createDatabase())
  return {
    ownerUrl: taken.ownerUrl,
    pool: taken.pool,
    async release() {
      if (await emptyDatabase(taken)) return void idleDatabases.push(taken)
      await Promise.all([taken.owner.end(), taken.pool.close()])
      await taken.drop()
    },
  }
}
