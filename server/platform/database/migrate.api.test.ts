import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createEmptyDatabase,
  revertToVersion1,
  type TestDatabase,
  withClient,
} from '#tests/support/database.ts'
import { replacedMigrations } from './baseline.ts'
import { listMigrationNames, migrate } from './migrate.ts'

let root: string
let database: TestDatabase
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'laurel-schema-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))
beforeEach(async () => {
  database = await createEmptyDatabase()
})
afterEach(() => database.drop())

const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  withClient(database.ownerUrl, async (owner) => (await owner.query<T>(text, values)).rows)

/** Writes a folder with one migration and the given files, and migrates with it. */
async function migrateWith(files: Record<string, string>) {
  rmSync(join(root, 'db'), { recursive: true, force: true })
  for (const folder of ['migrations', 'functions'])
    mkdirSync(join(root, 'db', folder), { recursive: true })
  writeFileSync(join(root, 'db/migrations/0001_start.sql'), 'create table answers (value integer)')
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, 'db', path), text)
  return migrate(database.ownerUrl, { folder: pathToFileURL(`${root}/db/`) })
}
const answerWith = (value: number) =>
  `create or replace function answer() returns integer language sql as $$ select ${value} $$`
const readAnswer = async () =>
  (await query<{ value: number }>('select answer() as value'))[0]?.value

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
/** Inserts a user of a new workspace. */
const addUser = () =>
  query(`insert into workspaces (id, name, trial_ends_at, created_at)
      values ('${id(1)}', 'Team', now(), now());
    insert into users (workspace_id, id, email, state, created_at)
      values ('${id(1)}', '${id(2)}', 'ann@example.test', 'pending', now())`)
const rowsByTable = () =>
  query(`select relname, (xpath('/row/n/text()', query_to_xml(
      format('select count(*) as n from %I', relname), false, true, '')))[1]::text as n
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not like 'kysely%' and relname <> 'applied_functions' order by 1`)

test('adopts a database of version 1.0.0 with its data', async () => {
  const { functions } = await migrate(database.ownerUrl)
  await addUser()
  const before = await rowsByTable()
  await revertToVersion1(database.ownerUrl)
  const names = await listMigrationNames()
  expect(await migrate(database.ownerUrl)).toEqual({ migrations: names.slice(1), functions })
  expect(await rowsByTable()).toEqual(before)
  expect(await query('select name from kysely_migration order by name')).toEqual(
    names.map((name) => ({ name })),
  )
  expect(await migrate(database.ownerUrl)).toEqual({ migrations: [], functions: [] })
})

test('gives a database of version 1.0.0 the names of a new one', async () => {
  const listNames = () =>
    query(`select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace
      union all select tgname from pg_trigger where not tgisinternal
      union all select relname from pg_class where relnamespace = 'public'::regnamespace
      union all select relname || '.' || attname from pg_attribute
        join pg_class on attrelid = pg_class.oid
        where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      order by 1`)
  await migrate(database.ownerUrl)
  const expected = await listNames()
  await revertToVersion1(database.ownerUrl)
  await migrate(database.ownerUrl)
  expect(await listNames()).toEqual(expected)
})

test('refuses a database older than version 1.0.0', async () => {
  await migrate(database.ownerUrl)
  await addUser()
  await revertToVersion1(database.ownerUrl)
  await query('delete from kysely_migration where name = $1', [replacedMigrations.at(-1)])
  await expect(migrate(database.ownerUrl)).rejects.toThrow(
    /older than version 1\.0\.0 \(its newest migration is 0028_sign_in_limits\): start version 1\.0\.0 once/,
  )
  expect(await query('select state from users')).toEqual([{ state: 'pending' }])
  expect(await query('select 1 from kysely_migration')).toHaveLength(replacedMigrations.length - 1)
})

test('records the first acceptance of a user only', async () => {
  await migrate(database.ownerUrl)
  await addUser()
  await query("update users set state = 'accepted', accepted_at = '2026-05-01'")
  await query("update users set state = 'pending', accepted_at = null")
  await query("update users set state = 'accepted', accepted_at = '2026-06-01'")
  expect(await query("select to_char(first_accepted_at, 'MM-DD') as accepted from users")).toEqual([
    { accepted: '05-01' },
  ])
})

test('applies a function again only when its text changes', async () => {
  const question = `create or replace function question() returns text language sql as $$ select '?' $$`
  const files = { 'functions/answer.sql': answerWith(41), 'functions/question.sql': question }
  expect(await migrateWith(files)).toEqual({
    migrations: ['0001_start'],
    functions: ['answer', 'question'],
  })
  expect(await readAnswer()).toBe(41)
  expect(await migrateWith(files)).toEqual({ migrations: [], functions: [] })
  expect(await migrateWith({ ...files, 'functions/answer.sql': answerWith(42) })).toEqual({
    migrations: [],
    functions: ['answer'],
  })
  expect(await readAnswer()).toBe(42)
})

test('applies a function again after its file was removed and added', async () => {
  await migrateWith({ 'functions/answer.sql': answerWith(41) })
  const dropped = { 'migrations/0002_drop.sql': 'drop function answer()' }
  expect(await migrateWith(dropped)).toEqual({ migrations: ['0002_drop'], functions: [] })
  expect(await migrateWith({ ...dropped, 'functions/answer.sql': answerWith(41) })).toEqual({
    migrations: [],
    functions: ['answer'],
  })
  expect(await readAnswer()).toBe(41)
})

test('rolls back migrations and functions when a function fails', async () => {
  await migrateWith({ 'functions/answer.sql': answerWith(41) })
  const failing = {
    'migrations/0002_more.sql': 'alter table answers add column note text',
    'functions/answer.sql': answerWith(42),
    'functions/question.sql': 'create function question() returns nothing language sql',
  }
  await expect(migrateWith(failing)).rejects.toThrow('type "nothing" does not exist')
  expect(await readAnswer()).toBe(41)
  expect(await query(`select name from kysely_migration`)).toEqual([{ name: '0001_start' }])
  expect(
    await query(`select 1 from pg_attribute
      where attrelid = 'answers'::regclass and attname = 'note'`),
  ).toEqual([])
})

test('functions are executable by the owner and laurel_app only', async () => {
  await migrate(database.ownerUrl)
  expect(
    await query(`select proname from pg_proc
      where pronamespace = 'public'::regnamespace and has_function_privilege('public', oid, 'execute')`),
  ).toEqual([])
})

test('each function file creates the function of its name', async () => {
  const { functions } = await migrate(database.ownerUrl)
  const rows = await query<{ name: string }>(
    `select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  const names = rows.map((row) => row.name)
  expect(functions.filter((name) => !names.includes(name))).toEqual([])
  // Needed by policies, an index and migrations, so the baseline creates them.
  expect(names.filter((name) => !functions.includes(name)).sort()).toEqual([
    'current_account',
    'current_workspace',
    'current_workspaces',
    'enable_tenant_rls',
    'search_lexemes',
    'search_normalize',
    'search_prefix',
    'search_time_slice',
  ])
})
