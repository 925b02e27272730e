import { readdir, readFile } from 'node:fs/promises'
import { type DialectAdapter, Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import pg from 'pg'
import { installJobQueues } from '#server/platform/background/jobs.ts'
import { adoptBaseline } from './baseline.ts'
import { applyFunctions } from './functions.ts'
import { shardAdditions } from './sharding.ts'

/** The schema: migrations, and functions applied again when their text changes. */
const defaultFolder = new URL('../../db/', import.meta.url)
/** The advisory lock of Kysely's migrator, which version 1.0.0 takes too. */
const lockKey = '3853314791062309107'

const listMigrationFiles = async (folder: URL) =>
  (await readdir(new URL('migrations/', folder)))
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort()

async function loadMigrations(folder: URL): Promise<Record<string, Migration>> {
  const all: Record<string, Migration> = {}
  for (const file of await listMigrationFiles(folder)) {
    const text = await readFile(new URL(`migrations/${file}`, folder), 'utf8')
    all[file.replace('.sql', '')] = {
      up: (db) =>
        sql
          .raw(text)
          .execute(db)
          .then(() => undefined),
    }
  }
  return all
}

/** Returns the names of all migrations in their order. */
export const listMigrationNames = async (): Promise<string[]> =>
  (await listMigrationFiles(defaultFolder)).map((file) => file.replace('.sql', ''))
/** Returns the name of the newest migration that this program contains. */
export async function findNewestMigration(): Promise<string> {
  return (await listMigrationNames()).at(-1) ?? ''
}

/** Leaves locking to `migrate`, whose lock also covers the steps before and after the migrator. */
class LockedDialect extends PostgresDialect {
  override createAdapter(): DialectAdapter {
    const adapter = new PostgresAdapter()
    adapter.acquireMigrationLock = () => Promise.resolve()
    adapter.releaseMigrationLock = () => Promise.resolve()
    return adapter
  }
}

/** Names of migrations and functions. */
export type Applied = { migrations: string[]; functions: string[] }

/**
 * Migrates the schema forward as its owner, then applies changed functions, in one transaction.
 * Then distributes new tables and functions of a sharded database. Concurrent processes wait for
 * each other. With `to` it stops after that migration and applies no functions, which belong to the
 * newest schema. Returns what it applied. Throws when a statement fails; the whole run rolls back.
 */
export async function migrate(
  ownerUrl: string,
  { folder = defaultFolder, to }: { folder?: URL; to?: string | undefined } = {},
): Promise<Applied> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  // A lost connection fails its query. Without a query, as while it closes, it fails nothing.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new LockedDialect({ pool }) })
  try {
    // Search ignores case in every alphabet, but a database with the locale C knows ASCII only.
    const { rows } = await sql<{ good: boolean }>`select lower('ÄЖ') = 'äж' as good`.execute(db)
    if (!rows[0]?.good)
      throw new Error(
        'the database has a locale without Unicode: create it with a UTF-8 locale, for example C.UTF-8',
      )
    const applied = await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(trx)
      await adoptBaseline(trx)
      const provider = { getMigrations: () => loadMigrations(folder) }
      const migrator = new Migrator({ db: trx, provider })
      const { error, results = [] } = await (to === undefined
        ? migrator.migrateToLatest()
        : migrator.migrateTo(to))
      if (error) throw error
      return {
        migrations: results
          .filter((one) => one.status === 'Success')
          .map((one) => one.migrationName),
        functions: to === undefined ? await applyFunctions(trx, new URL('functions/', folder)) : [],
      }
    })
    if (applied.migrations.length || applied.functions.length) await shardAdditions(ownerUrl)
    await installJobQueues(ownerUrl)
    return applied
  } finally {
    await db.destroy()
  }
}
