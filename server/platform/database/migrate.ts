import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import pg from 'pg'
import { installJobQueues } from '#server/platform/background/jobs.ts'

const folder = new URL('../../db/migrations/', import.meta.url)

const listMigrationFiles = async (from: URL) =>
  (await readdir(from)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()

async function loadMigrations(from: URL): Promise<Record<string, Migration>> {
  const all: Record<string, Migration> = {}
  for (const file of await listMigrationFiles(from)) {
    const text = await readFile(new URL(file, from), 'utf8')
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
  (await listMigrationFiles(folder)).map((file) => file.replace('.sql', ''))
/** Returns the name of the newest migration that this program contains. */
export async function findNewestMigration(): Promise<string> {
  return (await listMigrationFiles(folder)).at(-1)?.replace('.sql', '') ?? ''
}

/**
 * Migrates the schema forward as its owner (to the migration `to`, or the newest); concurrent
 * processes wait for each other. Returns the applied migrations. Throws when a migration fails; the
 * whole run rolls back.
 */
export async function migrate(
  ownerUrl: string,
  from: URL = folder,
  to?: string,
): Promise<string[]> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: ownerUrl, max: 2 }) }),
  })
  try {
    // Search ignores case in every alphabet, but a database with the locale C knows ASCII only.
    const { rows } = await sql<{ good: boolean }>`select lower('ÄЖ') = 'äж' as good`.execute(db)
    if (!rows[0]?.good)
      throw new Error(
        'the database has a locale without Unicode: create it with a UTF-8 locale, for example C.UTF-8',
      )
    const migrator = new Migrator({ db, provider: { getMigrations: () => loadMigrations(from) } })
    const { error, results } = await (to === undefined
      ? migrator.migrateToLatest()
      : migrator.migrateTo(to))
    if (error) throw error
    await installJobQueues(ownerUrl)
    return (results ?? []).filter((one) => one.status === 'Success').map((one) => one.migrationName)
  } finally {
    await db.destroy()
  }
}
