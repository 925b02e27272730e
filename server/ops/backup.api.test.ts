import { randomBytes } from 'node:crypto'
import {
  appendFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDiskStorage } from '#server/adapters/storage/disk.ts'
import { reconcileLedger } from '#server/ledger/reconcile.ts'
import { reconcileReports } from '#server/modules/reports/reconcile.ts'
import { connectDatabase } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { authenticate, isActor } from '#server/platform/auth/sessions.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import { withClient, databaseUrl } from '#tests/support/database.ts'
import {
  addBalance,
  makeMember,
  makePost,
  makeSecondFactor,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { createBackup, type BackupTarget, listTables } from './backup.ts'
import { BackupError, type BackupManifest, listBackupFiles, readManifest } from './manifest.ts'
import { restoreBackup, verifyBackup } from './restore.ts'

const t = setupTestApp(() => ({ jobs: true }))
const secret = 'a-secret-for-tests-only-0123456789'
let folder: string
const databases: string[] = []
let team: Team
let members: Member[]
let picture: Buffer
const place = (): BackupTarget => ({
  ownerUrl: t.ownerUrl,
  storage: t.services.storage,
  secret,
  secretFile: null,
})

/** Creates a database without a schema, whose owner is no superuser. */
async function emptyPlace(name: string): Promise<BackupTarget & { files: string }> {
  const database = `laurel_restore_${process.pid}_${randomBytes(5).toString('hex')}`
  const owner = `laurel_operator_${process.pid}_${databases.length}`
  databases.push(database)
  await withClient(inject('adminUrl'), async (admin) => {
    await admin.query(
      `create role ${owner} login createrole nosuperuser password 'of-the-operator'`,
    )
    await admin.query(`grant laurel_app to ${owner} with admin option`)
    await admin.query(`create database ${database} owner ${owner}`)
  })
  const files = join(folder, `files-${name}`)
  const url = new URL(databaseUrl(inject('adminUrl'), database).replace('@/', '@socket/'))
  url.username = owner
  url.password = 'of-the-operator'
  return {
    ownerUrl: url.toString().replace('@socket/', '@/'),
    storage: createDiskStorage(files),
    files,
    secret,
    secretFile: null,
  }
}

/** Returns the content of each table, independent of the order of rows. */
async function contents(url: string): Promise<Record<string, string>> {
  return withClient(url, async (client) => {
    await client.query('set timezone = utc')
    const hashes: Record<string, string> = {}
    for (const { name, columns } of await listTables(client)) {
      const { rows } = await client.query<{ hash: string }>(
        `select count(*) || ' ' ||
          coalesce(sum(hashtextextended((${columns.map((one) => `coalesce(${one}::text, '-')`).join(`||'|'||`)}), 7)), 0) as hash from "${name}"`,
      )
      hashes[name] = rows[0]?.hash ?? ''
    }
    return hashes
  })
}
const rowsOf = (manifest: BackupManifest, name: string) =>
  manifest.tables.find((table) => table.name === name)?.rows ?? 0
const rowsNow = (url: string, name: string) =>
  withClient(
    url,
    async (client) =>
      (await client.query<{ n: number }>(`select count(*)::int as n from "${name}"`)).rows[0]?.n ??
      0,
  )

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laurel-backup-'))
  picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#3B7DD8' } })
    .png()
    .toBuffer()
  team = await makeTeam(t, { limit: null })
  members = await Promise.all(Array.from({ length: 6 }, () => makeMember(t, team.workspace_id)))
  for (const member of members) {
    await addBalance(t, member, 500)
    await t.call('profiles.avatar', { token: member.token, body: buildFormData({}, picture) })
  }
  await makeSecondFactor(t, team.admin)
  // All characters that COPY must escape.
  await makePost(t, team.admin, members, team.value_id, 3, {
    description: 'tab\there, \\N, "quotes", \\. and\nнова строка 🏆',
  })
})
afterAll(async () => {
  await withClient(inject('adminUrl'), async (admin) => {
    for (const [n, database] of databases.entries()) {
      await admin.query(`drop database if exists ${database} with (force)`)
      await admin.query(`revoke laurel_app from laurel_operator_${process.pid}_${n} cascade`)
      await admin.query(`drop role if exists laurel_operator_${process.pid}_${n}`)
    }
  })
  await rm(folder, { recursive: true, force: true })
})

/** Creates posts, purchases and pictures in sequence until stopped. Returns their number. */
function write(member: Member, others: Member[]): () => Promise<number> {
  let stopped = false
  const work = async () => {
    let done = 0
    while (!stopped) {
      const answers = [
        await t.call('posts.create', {
          token: member.token,
          body: {
            to_id: others.map((one) => one.user_id),
            value_id: team.value_id,
            score: 2,
            description: 'Thank you for your help',
          },
        }),
        await t.call('profiles.avatar', { token: member.token, body: buildFormData({}, picture) }),
        await t.call('shop.redeem', { token: member.token, params: { id: reward }, body: {} }),
      ]
      for (const answer of answers) expect([200, 201, 204]).toContain(answer.status)
      done += 1
    }
    return done
  }
  const running = work()
  return () => {
    stopped = true
    return running
  }
}
let reward: string

test('restores a backup taken during writes on an empty machine', async () => {
  reward = (
    await t.call('rewards.create', { token: team.admin.token, body: { title: 'Coffee', price: 1 } })
  ).body.id
  await t.services.db.tenant(team.workspace_id, (trx) =>
    t.services.jobs.send(trx, 'refresh_billing', { workspace_id: team.workspace_id }),
  )
  // Pending outgoing items: mails about points, a webhook message, an import with invitations.
  const {
    body: { hook },
  } = await t.call('hooks.create', {
    token: team.admin.token,
    body: { kind: 'webhook', url: 'http://127.0.0.1:9/hook', events: ['post.created'] },
  })
  await makePost(t, team.admin, members, team.value_id, 3)
  const importId = newId(new Date())
  await t.services.db.tenant(team.workspace_id, async (trx) => {
    await trx
      .insertInto('imports')
      .values({
        workspace_id: team.workspace_id,
        id: importId,
        state: 'in_progress',
        file_name: 'people.csv',
        header: ['Email'],
        fields: ['email'],
        created_by: team.admin.user_id,
        created_at: new Date(),
      })
      .execute()
    await t.services.jobs.send(trx, 'run_import', {
      workspace_id: team.workspace_id,
      import_id: importId,
    })
  })
  const doomed = await makeTeam(t)
  await t.services.db.tenant(doomed.workspace_id, (trx) =>
    trx
      .updateTable('workspaces')
      .set({ deletion_due_at: new Date(), deletion_asked_by: doomed.admin.user_id })
      .where('id', '=', doomed.workspace_id)
      .execute(),
  )
  const stops = members.slice(0, 4).map((member, n) =>
    write(
      member,
      members.filter((_, other) => other !== n),
    ),
  )
  const before = await rowsNow(t.ownerUrl, 'posts')
  while ((await rowsNow(t.ownerUrl, 'posts')) < before + 8) await new Promise(setImmediate)
  const manifest = await createBackup(place(), join(folder, 'busy'))
  const during = rowsOf(manifest, 'posts')
  while ((await rowsNow(t.ownerUrl, 'posts')) <= during) await new Promise(setImmediate)
  await Promise.all(stops.map((stop) => stop()))
  expect(during).toBeGreaterThan(before)
  expect(manifest.pictures).toMatchObject({ rows: rowsOf(manifest, 'files'), missing: 0 })
  expect(rowsOf(manifest, 'files')).toBe(members.length)
  expect([rowsOf(manifest, 'second_factors'), rowsOf(manifest, 'recovery_codes')]).toEqual([1, 10])
  // Readable for the owner only.
  expect((await stat(join(folder, 'busy'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, 'busy', 'tables', 'users.zst'))).mode & 0o777).toBe(0o600)

  const empty = await emptyPlace('busy')
  const said: string[] = []
  expect(await restoreBackup(empty, join(folder, 'busy'), (line) => said.push(line))).toEqual([])
  expect(said.join(' ')).toContain(
    `${manifest.tables.reduce((sum, table) => sum + table.rows, 0)} rows are back.`,
  )
  for (const { name, rows } of manifest.tables)
    expect([name, await rowsNow(superuser(empty.ownerUrl), name)]).toEqual([name, rows])
  const db = connectDatabase({ url: empty.ownerUrl, maxConnections: 2 })
  try {
    expect(
      await reconcileReports(db, {
        rebuild: false,
        onDifference: (one) => {
          throw new Error(JSON.stringify(one))
        },
      }),
    ).toBe(0)
    // Sessions stay valid, and all pictures exist.
    const who = await authenticate(db, members[0]?.token ?? '', t.clock.now(), 'local')
    expect(who && isActor(who) && who.user_id).toBe(members[0]?.user_id)
    const { rows: pictures } = await withClient(superuser(empty.ownerUrl), (client) =>
      client.query<{ key: string; bytes: number }>(
        `select workspace_id || '/' || storage_key as key, bytes from files`,
      ),
    )
    for (const { key, bytes } of pictures)
      expect((await empty.storage.get(key))?.length).toBe(bytes)
    const { rows: jobs } = await withClient(superuser(empty.ownerUrl), (client) =>
      client.query(`select name, data from pgboss.job`),
    )
    expect(jobs).toEqual([{ name: 'refresh_billing', data: { workspace_id: team.workspace_id } }])
    // Pending outgoing items are canceled: a copy must not send anything.
    const { mails, messages, imports } = await waitingAt(superuser(empty.ownerUrl))
    expect([mails.waiting, messages.waiting, imports.in_progress]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect([mails.failed, messages.failed]).toEqual([expect.any(Number), expect.any(Number)])
    expect(said.join(' ')).toContain(
      `Put aside, so that nothing goes out a second time: ${mails.failed} mails, ${messages.failed} messages to webhooks and 1 imports`,
    )
    // The copy does not delete a team in its grace period.
    const { rows: doom } = await withClient(superuser(empty.ownerUrl), (client) =>
      client.query('select 1 from workspaces where deletion_due_at is not null'),
    )
    expect([
      doom.length,
      said.some(
        (line) => line.startsWith('Teams that were to be deleted') && line.includes('kept: 1.'),
      ),
    ]).toEqual([0, true])
    const { rows: due } = await sql`select * from outbox_take(${new Date(Date.now() + 86_400_000)},
        interval '2 minutes', 100)`.execute(db.global)
    expect(due).toEqual([])
    const told = await db.tenant(team.workspace_id, (trx) =>
      trx
        .selectFrom('hook_deliveries')
        .select(['state', 'reason', 'status'])
        .distinct()
        .where('workspace_id', '=', team.workspace_id)
        .where('hook_id', '=', hook.id.replace('hook_', ''))
        .execute(),
    )
    expect(told).toEqual([{ state: 'failed', reason: 'restored', status: null }])
  } finally {
    await db.close()
  }
})
/** Returns the numbers of mails, messages and imports by state. */
async function waitingAt(url: string) {
  const of = (table: string) =>
    withClient(
      url,
      async (client) =>
        Object.fromEntries(
          (
            await client.query<{ state: string; n: number }>(
              `select state, count(*)::int as n from ${table} group by 1`,
            )
          ).rows.map((row) => [row.state, row.n]),
        ) as Record<string, number>,
    )
  return {
    mails: await of('outbox'),
    messages: await of('hook_deliveries'),
    imports: await of('imports'),
  }
}
const superuser = (url: string) =>
  databaseUrl(inject('adminUrl'), databases.find((name) => url.includes(name)) ?? '')

test('restores every row, policy, trigger and key unchanged', async () => {
  const manifest = await createBackup(place(), join(folder, 'quiet'))
  const empty = await emptyPlace('quiet')
  const said: string[] = []
  await restoreBackup(empty, join(folder, 'quiet'), (line) => said.push(line), {
    sendWaiting: true,
  })
  // With the option, pending items stay pending, without a message.
  expect((await waitingAt(superuser(empty.ownerUrl))).mails['waiting']).toBeGreaterThan(0)
  expect(said.join(' ')).not.toContain('Put aside')
  const { rows: jobs } = await withClient(superuser(empty.ownerUrl), (client) =>
    client.query<{ name: string }>(`select name from pgboss.job order by 1`),
  )
  expect(jobs.map((job) => job.name)).toEqual(['refresh_billing', 'run_import'])
  expect(await contents(superuser(empty.ownerUrl))).toEqual(await contents(t.ownerUrl))
  const schema = (url: string) =>
    withClient(
      url,
      async (client) =>
        (
          await client.query(`
    select conrelid::regclass::text as of, conname::text as name, pg_get_constraintdef(oid) as what
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select relname, relforcerowsecurity::text, relrowsecurity::text from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
    union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger
      where not tgisinternal order by 1, 2, 3`)
        ).rows as unknown[],
    )
  expect(await schema(superuser(empty.ownerUrl))).toEqual(await schema(t.ownerUrl))

  // A restored database is not empty; neither is one in use.
  await expect(restoreBackup(empty, join(folder, 'quiet'))).rejects.toThrow(
    /not empty: .*users.*Restore into a new one/,
  )
  await expect(createBackup(place(), join(folder, 'quiet'))).rejects.toThrow('is there already')

  // A second backup of the restored data equals the first.
  const again = await createBackup(empty, join(folder, 'again'))
  const counts = (it: BackupManifest) =>
    it.tables.map(({ name, rows, columns }) => ({ name, rows, columns }))
  expect(counts(again)).toEqual(counts(manifest))
  expect(again.secret).toEqual(manifest.secret)
  expect(await reconcileLedger(empty.ownerUrl)).toEqual([])
})

test('refuses a tampered backup by file name and changes nothing', async () => {
  const at = join(folder, 'quiet')
  const manifest = await readManifest(at)
  // One after the other: a flipped bit, a truncated file, appended bytes, a missing file.
  const harms = [
    (path: string, _: Buffer, bad: Buffer) => writeFile(path, bad),
    (path: string, bytes: Buffer) => truncate(path, bytes.length - 1),
    (path: string) => appendFile(path, 'x'),
    (path: string) => rm(path),
  ]
  const pictures = (await readdir(join(at, 'pictures', team.workspace_id))).map(
    (name) => `pictures/${team.workspace_id}/${name}`,
  )
  for (const file of [...listBackupFiles(manifest).map((piece) => piece.file), pictures[0] ?? '']) {
    const path = join(at, file)
    const bytes = await readFile(path)
    const bad = Buffer.from(bytes)
    bad[bad.length - 1] = (bad.at(-1) ?? 0) ^ 1
    harms.push(...harms.splice(0, 1))
    await harms[0]?.(path, bytes, bad)
    await expect(verifyBackup(at), file).rejects.toThrow(
      new BackupError(`the backup is damaged or not whole: ${file}`),
    )
    await writeFile(path, bytes)
  }
  const path = join(at, 'manifest.json')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace(/"rows": (\d+)/, '"rows": 9$1'))
  await expect(verifyBackup(at)).rejects.toThrow('manifest.json is damaged')
  await writeFile(path, text)
  await expect(verifyBackup(join(folder, 'nowhere'))).rejects.toThrow('is no backup')

  const empty = await emptyPlace('tampered')
  await appendFile(join(at, 'tables', 'entries.zst'), 'x')
  await expect(restoreBackup(empty, at)).rejects.toThrow('tables/entries.zst')
  expect(await withClient(superuser(empty.ownerUrl), listTables)).toEqual([])
})
