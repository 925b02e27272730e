import { execFile } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { migrate, findNewestMigration } from '#server/platform/database/migrate.ts'
import {
  createEmptyDatabase,
  revertToVersion1,
  type TestDatabase,
  withClient,
} from '#tests/support/database.ts'
import { findFreePort } from '#server/platform/net/free-port.ts'
import { createDataFolder, startServer } from './server.ts'

/** A database that several processes migrate at once, and a migration that fails half-way. */
const schema = fileURLToPath(new URL('../../server/db/', import.meta.url))
const { dataDir, remove } = createDataFolder()
let database: TestDatabase
beforeEach(async () => {
  database = await createEmptyDatabase()
})
afterEach(() => database.drop())
afterAll(remove)

/** Creates a copy of server/db with further files. */
function makeSchemaFolder(extraFiles: Record<string, string>): URL {
  const folder = join(dataDir, 'db')
  rmSync(folder, { recursive: true, force: true })
  cpSync(schema, folder, { recursive: true })
  for (const [path, text] of Object.entries(extraFiles)) writeFileSync(join(folder, path), text)
  return pathToFileURL(`${folder}/`)
}
/** Returns a description of the schema. */
const describeSchema = () =>
  withClient(
    database.ownerUrl,
    async (client) =>
      (
        await client.query<{ all: string }>(`select json_build_array(
  (select json_agg(array[table_name, column_name, data_type] order by table_name, ordinal_position)
    from information_schema.columns where table_schema = 'public'),
  (select json_agg(proname::text order by proname, oid) from pg_proc
    where pronamespace = 'public'::regnamespace),
  (select json_agg(name order by name) from kysely_migration))::text as all`)
      ).rows[0]?.all,
  )

test('migrating: a failed migration rolls back and the next start resumes', async () => {
  const { ownerUrl } = database
  await migrate(ownerUrl)
  const before = await describeSchema()
  const more = { 'migrations/9001_more.sql': 'alter table posts add column more integer' }
  const half = makeSchemaFolder({
    ...more,
    'migrations/9002_half.sql':
      'create table half (a integer); alter table posts add column half integer; select 1 / 0;',
  })
  await expect(migrate(ownerUrl, { folder: half })).rejects.toThrow('division by zero')
  expect(await describeSchema()).toBe(before)
  expect(await migrate(ownerUrl, { folder: makeSchemaFolder(more) })).toEqual({
    migrations: ['9001_more'],
    functions: [],
  })
})

/** Databases to migrate, and how to make them from an empty one. */
const databases = {
  'an empty database': () => Promise.resolve(),
  'a database of version 1.0.0': async () => {
    await migrate(database.ownerUrl)
    await revertToVersion1(database.ownerUrl)
  },
}

test.for(Object.entries(databases))(
  'migrating: two servers and the command migrate %s once',
  async ([, prepare]) => {
    await prepare()
    const url = database.ownerUrl
    const env = { DATABASE_URL: url, SECRET: 'a-secret-for-tests-only-0123456789' }
    const servers = [
      startServer(dataDir, await findFreePort(), env),
      startServer(dataDir, await findFreePort(), env),
    ]
    const command = promisify(execFile)(process.execPath, ['server/cli/index.ts', 'migrate'], {
      env: { ...process.env, ...env, DATA_DIR: dataDir },
    })
    try {
      const [applied] = await Promise.all([
        Promise.all([migrate(url), migrate(url), migrate(url)]),
        command,
        ...servers.map((one) => one.ready),
      ])
      const logLines = [...servers.map((one) => one.log()), (await command).stdout].filter((text) =>
        /\b[1-9]\d* functions applied|post_create\(\)/.test(text),
      ).length
      // Exactly one of them applied the schema.
      expect(logLines + applied.filter(({ functions }) => functions.length > 0).length).toBe(1)
      for (const one of servers) expect((await fetch(`${one.url}/readyz`)).status).toBe(200)
      expect(await describeSchema()).toContain(await findNewestMigration())
      expect(await migrate(url)).toEqual({ migrations: [], functions: [] })
    } finally {
      await Promise.all(servers.map((one) => one.kill()))
    }
  },
)
