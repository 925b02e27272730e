import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate, findNewestMigration } from '#server/platform/database/migrate.ts'
import { withClient, databaseUrl } from '#tests/support/database.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { createDataFolder, startServer } from './server.ts'

/** An old database that several processes migrate at once, and a migration that fails half-way. */
const migrations = new URL('../../server/db/migrations/', import.meta.url)
const { dataDir, remove } = createDataFolder()
const name = `laurel_test_${process.pid}_${randomBytes(5).toString('hex')}`
const url = databaseUrl(inject('adminUrl'), name)
beforeAll(() => withClient(inject('adminUrl'), (client) => client.query(`create database ${name}`)))
afterAll(async () => {
  await withClient(inject('adminUrl'), (client) =>
    client.query(`drop database if exists ${name} with (force)`),
  )
  await remove()
})

/** Creates a folder with the migrations up to a number, plus the given ones. */
async function makeMigrationsFolder(
  to: string,
  extraFiles: Record<string, string> = {},
): Promise<URL> {
  const folder = join(dataDir, 'migrations')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  for (const file of (await readdir(migrations)).filter((one) => one < to))
    await copyFile(new URL(file, migrations), join(folder, file))
  for (const [file, text] of Object.entries(extraFiles)) await writeFile(join(folder, file), text)
  return pathToFileURL(`${folder}/`)
}
/** Returns a description of the schema. */
const describeSchema = () =>
  withClient(
    url,
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
  await migrate(url, await makeMigrationsFolder('0008'))
  const before = await describeSchema()
  const half = await makeMigrationsFolder('0010', {
    '0011_half.sql':
      'create table half (a integer); alter table posts add column half integer; select 1 / 0;',
  })
  await expect(migrate(url, half)).rejects.toThrow('division by zero')
  expect(await describeSchema()).toBe(before)
  expect(await migrate(url, await makeMigrationsFolder('0010'))).toEqual([
    '0008_gift_orders',
    '0009_billing',
  ])
})

test('migrating: two servers and the command migrate once and all start', async () => {
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
      /\b[1-9]\d* migrations? applied|0010_/.test(text),
    ).length
    // Exactly one of them applied the migrations.
    expect(logLines + applied.filter((list) => list.length > 0).length).toBe(1)
    for (const one of servers) expect((await fetch(`${one.url}/readyz`)).status).toBe(200)
    expect(await describeSchema()).toContain(await findNewestMigration())
    expect(await migrate(url)).toEqual([])
  } finally {
    await Promise.all(servers.map((one) => one.kill()))
  }
})
