import { dayMs } from '#contract/durations.ts'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { createImpersonationLink } from '#server/modules/auth/impersonation.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { seedStarterData } from '#server/workflows/demo/starter-data.ts'
import { listTables } from '#server/ops/backup.ts'
import { backupLockKey } from '#server/platform/files/delete-files.ts'
import { failChanges } from '#tests/support/failing-changes.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import { withClient } from '#tests/support/database.ts'
import {
  getBalance,
  addBalance,
  makeMember,
  makeTeam,
  type Member,
} from '#tests/support/factories.ts'
import { deleteOrphanedFiles } from './orphaned-files.ts'
import { deleteExpired } from './service.ts'
import { runNightly } from '#server/platform/background/nightly.ts'
import { retentionWorker } from './worker.ts'

// In the past by the database's clock, which protects recent audit log entries.
const start = new Date('2020-01-10T12:00:00Z')
const t = setupTestApp(() => ({ at: start }))
const counts = () =>
  withClient(t.ownerUrl, async (client) => {
    const rows: Record<string, number> = {}
    for (const { name } of await listTables(client))
      rows[name] =
        (await client.query<{ n: number }>(`select count(*)::int as n from "${name}"`)).rows[0]
          ?.n ?? 0
    return rows
  })
const days = (n: number) => t.clock.set(new Date(start.getTime() + n * dayMs))

const readWalletBalances = (member: Member) =>
  withClient(
    t.ownerUrl,
    async (client) =>
      (
        await client.query<{ balance: number }>(
          'select balance::int from wallets where user_id = $1',
          [member.user_id],
        )
      ).rows,
  )

/** Creates rows of every kind that expires, and a waiting mail, which never expires. */
async function createExpiringData() {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await addBalance(t, member, 20)
  await t.call('auth.get_code', { body: { email: 'code@example.test' } })
  await t.call('posts.create', {
    token: team.admin.token,
    key: 'once',
    body: {
      to_id: [member.user_id],
      value_id: team.value_id,
      score: 5,
      description: 'Thank you for everything',
    },
  })
  await t.call('users.create', {
    token: team.admin.token,
    body: { users: [{ email: 'invited@example.test' }] },
  })
  await t.call('imports.create', {
    token: team.admin.token,
    body: buildFormData({}, Buffer.from('email,first name\nlist@example.test,Ann\n'), 'people.csv'),
  })
  await createImpersonationLink(t.services.db, team.workspace_id, member.email, 'operator', start)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    seedStarterData(trx, {
      workspace_id: team.workspace_id,
      team: 'Example',
      value_ids: [team.value_id, team.other_value_id],
      language: 'en',
      timezone: 'UTC',
      at: start,
    }),
  )
  t.clock.advance(60_000)
  await processOutbox(t.services)
  t.failMail.value = true
  await t.call('users.create', {
    token: team.admin.token,
    body: { users: [{ email: 'waits@example.test' }] },
  })
  return { team, member }
}

test('deletes each kind of data after its period and nothing else', async () => {
  const { team, member } = await createExpiringData()
  const before = await counts()
  const balance = await getBalance(t, member)

  const changed = async () => {
    await deleteExpired(t.services)
    const now = await counts()
    return Object.fromEntries(
      Object.keys(before)
        .filter((name) => now[name] !== before[name])
        .map((name) => [name, (now[name] ?? 0) - (before[name] ?? 0)]),
    )
  }
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('sessions')
      .set({ expires_at: start })
      .where('user_id', '=', member.user_id)
      .execute(),
  )
  expect(await changed()).toEqual({})
  days(limits.used_code_days)
  expect(await changed()).toEqual({})
  days(limits.used_code_days + 1)
  expect(await changed()).toEqual({ sign_in_codes: -1 })
  days(limits.idempotency_days - 0.01)
  expect(await changed()).toEqual({ sign_in_codes: -1 })
  days(limits.idempotency_days + 0.01)
  const early = { sign_in_codes: -1, idempotency_keys: -1 }
  expect(await changed()).toEqual(early)
  days(limits.ended_session_days + 1)
  const month = { ...early, mail_budgets: -1, sessions: -1, imports: -1, import_rows: -1 }
  expect(await changed()).toEqual(month)
  // The removal of demo people leaves other data unchanged.
  days(limits.demo_retention_days - 0.01)
  // The administrator's session has expired too.
  const quarter = { ...month, sessions: -2 }
  expect(await changed()).toEqual(quarter)
  days(limits.demo_retention_days + 1)
  const demo = await changed()
  expect(demo).toMatchObject({
    ...quarter,
    users: -6,
    outbox: -2,
    rewards: expect.any(Number) as number,
    impersonation_links: -1,
  })
  expect(demo).not.toHaveProperty('audit_log')
  const { rows } = await withClient(t.ownerUrl, (client) =>
    client.query<{ n: number }>(`select (select count(*)::int from posts) as n`),
  )
  expect(rows[0]?.n).toBe(1)
  days(limits.audit_days - 1)
  expect(await changed()).not.toHaveProperty('audit_log')
  days(limits.audit_days + 1)
  const late = await changed()
  expect(late['audit_log']).toBeLessThan(0)
  const remaining = await counts()
  expect(remaining).toMatchObject({
    audit_log: 0,
    outbox: 1,
    posts: 1,
    movements: 2,
    users: 4,
    imports: 0,
    likes: 0,
  })
  expect(await readWalletBalances(member)).toEqual([{ balance }])
  await t.checkLedger()
})

test('a rule that fails does not stop the rules after it', async () => {
  days(0)
  t.failMail.value = false
  const { team } = await createExpiringData()
  const failing = await failChanges(t, 'sign_in_codes', 'true', 'delete')
  days(limits.idempotency_days + 1)
  const deleted = await deleteExpired(t.services)
  await failing.end()
  expect(deleted).not.toHaveProperty('sign_in_codes')
  expect(deleted['idempotency_keys']).toBeGreaterThan(0)
  const keys = await withClient(t.ownerUrl, (client) =>
    client.query('select from idempotency_keys where workspace_id = $1', [team.workspace_id]),
  )
  expect(keys.rowCount).toBe(0)
})

test('refuses to delete recent audit log entries as the server role', async () => {
  const team = await makeTeam(t)
  await expect(
    t.services.db.tenant(team.workspace_id, (trx) =>
      trx
        .selectNoFrom((eb) =>
          eb
            .fn('audit_prune', [eb.val(team.workspace_id), eb.val(new Date()), eb.val(10)])
            .as('gone'),
        )
        .execute(),
    ),
  ).rejects.toThrow('too young')
})

test('deletes stored files that are old and unreferenced', async () => {
  t.clock.set(new Date())
  const team = await makeTeam(t)
  const root = join(t.services.config.dataDir, 'files')
  const put = async (key: string, hours: number) => {
    await mkdir(dirname(join(root, key)), { recursive: true })
    await writeFile(join(root, key), 'x')
    await utimes(join(root, key), new Date(), new Date(Date.now() - hours * 3_600_000))
  }
  const hex = (n: number) => `${String(n).padStart(32, '0')}.webp`
  const member = await makeMember(t, team.workspace_id)
  const png = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#3B7DD8' } })
    .png()
    .toBuffer()
  await t.call('profiles.avatar', { token: member.token, body: buildFormData({}, png) })
  const picture = async () =>
    (await t.call('profiles.me', { token: member.token })).body.avatar.url
      ?.split('/')
      .slice(-2)
      .join('/') ?? ''
  const named = await picture()
  await utimes(join(root, named), new Date(), new Date(Date.now() - 400 * 3_600_000))
  const goneTeam = '01890000-0000-7000-8000-000000000000'
  await put(`${team.workspace_id}/${hex(1)}`, 25)
  await put(`${team.workspace_id}/${hex(2)}`, 23)
  await put(`${team.workspace_id}/${hex(3)}.4711.part`, 25)
  await put(`${goneTeam}/${hex(4)}`, 25)
  await put('not-ours.txt', 400)

  // During a backup, no file is deleted.
  await withClient(t.ownerUrl, async (client) => {
    await client.query(`select pg_advisory_lock(${backupLockKey})`)
    await deleteOrphanedFiles(t.services)
    expect(await t.services.storage.get(`${team.workspace_id}/${hex(1)}`)).not.toBeNull()
    // A replaced picture is kept too.
    await t.call('profiles.avatar', { token: member.token, body: buildFormData({}, png) })
    expect(await t.services.storage.get(named)).not.toBeNull()
  })
  expect(await deleteOrphanedFiles(t.services)).toBe(4)
  const left: string[] = []
  for await (const { key } of t.services.storage.list()) left.push(key)
  expect(left.toSorted()).toEqual(
    [`${team.workspace_id}/${hex(2)}`, 'not-ours.txt', await picture()].toSorted(),
  )
})

test('runs once a night, in one process', async () => {
  const night = new Date('2030-01-01T03:00:00Z')
  t.clock.set(night)
  await runNightly(t.services, retentionWorker)
  const row = () =>
    t.services.db.global
      .selectFrom('nightly_runs')
      .select('next_at')
      .where('name', '=', 'retention')
      .executeTakeFirst()
  expect(await row()).toEqual({ next_at: new Date('2030-01-02T02:00:00Z') })
  t.clock.set(new Date('2030-01-02T02:30:00Z'))
  await Promise.all([
    runNightly(t.services, retentionWorker),
    runNightly(t.services, retentionWorker),
  ])
  expect(await row()).toEqual({ next_at: new Date('2030-01-03T02:00:00Z') })
})
