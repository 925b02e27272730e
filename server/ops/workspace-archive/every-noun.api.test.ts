import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { routeNames } from '#contract/routes/index.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createRestoreTarget, dropRestoreTargets } from '#tests/support/backups.ts'
import { withClient } from '#tests/support/database.ts'
import {
  callWithExample,
  makeTenantFixture,
  routeOf,
  type TenantFixture,
} from '#tests/support/example-requests.ts'
import { storeDays } from '#tests/support/liability.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { archiveTarget, checkFigures, readArchive } from '#tests/support/workspace-archives.ts'
import { exportWorkspace, type ExportedArchive } from './export-workspace.ts'
import { importWorkspace } from './import-workspace.ts'

const source = setupTestApp()
const target = setupTestApp()
let folder: string
let fixture: TenantFixture
let exported: ExportedArchive
const databases: string[] = []

/** Rows of nouns that no example call creates. */
const missingRows = [
  `insert into group_owners select workspace_id, id, $2 from groups where workspace_id = $1 limit 1`,
  `insert into waiting_managers values ($1, $2, 'boss@example.test')`,
  `insert into history_days values ($1, gen_random_uuid(), '2024-03-05', 5)`,
  `insert into post_readers select workspace_id, $2, id from posts where workspace_id = $1 limit 1`,
  `insert into reward_goals (workspace_id, user_id, reward_id, created_at)
    select workspace_id, $2, id, now() from rewards where workspace_id = $1 limit 1`,
  `insert into custom_day_posts select workspace_id, id, 2026, 'skipped', 'too_late', 0, 0, now()
    from custom_days where workspace_id = $1 limit 1`,
  `insert into introductions values ($1, $2, $3, 1, $3)`,
  `insert into nomination_scores select workspace_id, id, $2, '{1,5}', now() from nominees
    where workspace_id = $1 limit 1`,
  `insert into nomination_votes select workspace_id, round_id, $2, id, now() from nominees
    where workspace_id = $1 limit 1`,
  `insert into payroll_leavers values ($1, $2, '7', 'ES', '', now())`,
  `insert into point_expiry_steps values ($1, '2026-06-30', 30, now())`,
]

const withSource = <T>(query: string, values: unknown[] = []) =>
  withClient(source.ownerUrl, async (client) => (await client.query(query, values)).rows as T[])

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laurel-archive-'))
  fixture = await makeTenantFixture(source)
  const { token } = fixture.team.admin
  for (const as of [fixture.member.token, token])
    for (const name of routeNames) {
      const { method } = routeOf(name)
      if (method === 'GET' || method === 'DELETE' || /reset|delete|sign_out|cancel/.test(name))
        continue
      await callWithExample(source, name, as, fixture).catch(() => {})
    }
  await withClient(source.ownerUrl, async (client) => {
    await client.query('begin')
    await client.query(`select set_config('laurel.workspace', $1, true)`, [
      fixture.team.workspace_id,
    ])
    for (const statement of missingRows) {
      const all = [fixture.team.workspace_id, fixture.member.user_id, fixture.team.admin.user_id]
      await client.query(
        statement,
        all.slice(0, Math.max(...(statement.match(/(?<=\$)\d/g) ?? []).map(Number))),
      )
    }
    await client.query('commit')
  })
  source.clock.advance(dayMs)
  await storeDays(source, fixture.team)
  exported = await exportWorkspace(
    archiveTarget(source),
    fixture.team.workspace_id,
    join(folder, 'first'),
  )
})
afterAll(async () => {
  await dropRestoreTargets(databases)
  await rm(folder, { recursive: true, force: true })
})

test('the fixture has rows of every noun', () => {
  const empty = exported.manifest.nouns.filter(({ lines }) => !lines.rows)
  // The demo workspace has lines of payroll (round-trip.api.test.ts).
  expect(empty.map(({ name }) => name)).toEqual(['award_decisions', 'payroll_lines'])
})

test('every noun survives an import unchanged', async () => {
  await source.checkLedger()
  const { workspaceId } = await importWorkspace(archiveTarget(target), join(folder, 'first'))
  await exportWorkspace(archiveTarget(target), workspaceId, join(folder, 'again'))
  expect(await readArchive(join(folder, 'again'))).toEqual(await readArchive(join(folder, 'first')))
  await checkFigures(target)
})

test('an owner who is no superuser imports and exports', async () => {
  const installation = await createRestoreTarget(folder, databases, 'owner')
  await migrate(installation.ownerUrl)
  await importWorkspace(installation, join(folder, 'first'))
  await exportWorkspace(installation, fixture.team.workspace_id, join(folder, 'owner'))
  expect(await readArchive(join(folder, 'owner'))).toEqual(await readArchive(join(folder, 'first')))
})

test('no binary value of the workspace is in its archive', async () => {
  const columns = await withSource<{ table: string; column: string }>(
    `select relname::text as table, attname::text as column from pg_attribute
    join pg_class c on c.oid = attrelid where atttypid = 'bytea'::regtype and relkind = 'r'
      and relnamespace = 'public'::regnamespace and attnum > 0`,
  )
  const text = Object.values(await readArchive(join(folder, 'first'))).join('\n')
  let found = 0
  for (const { table, column } of columns) {
    const rows = await withSource<{ value: string }>(
      `select encode("${column}", 'hex') as value from "${table}" where "${column}" is not null`,
    )
    found += rows.length
    for (const { value } of rows)
      expect([table, column, text.includes(value)]).toEqual([table, column, false])
  }
  expect(found).toBeGreaterThan(10)
})
