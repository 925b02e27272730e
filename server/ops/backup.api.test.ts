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
import { reconcileLedger } from '#server/ledger/reconcile.ts'
import { reconcileReports } from '#server/modules/reports/reconcile.ts'
import { replacedMigrations } from '#server/platform/database/baseline.ts'
import { connectDatabase, type Database } from '#server/platform/database/database.ts'
import { listMigrationNames } from '#server/platform/database/migrate.ts'
import { authenticate, isActor } from '#server/platform/auth/sessions.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import { connectTeams } from '#tests/support/chat.ts'
import { withClient, databaseUrl, revertToVersion1, workerUrls } from '#tests/support/database.ts'
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
import {
  BackupError,
  type BackupManifest,
  listBackupFiles,
  readManifest,
  serializeManifest,
} from './manifest.ts'
import { restoreBackup, verifyBackup } from './restore.ts'
import {
  backupSecret,
  createRestoreTarget,
  dropRestoreTargets,
  hashTables,
  readSchema,
  rowsInManifest,
  countTableRows,
  writeUntilStopped,
  countOutgoingByState,
  createPendingItems,
  expectChatsDisconnected,
  expectDeliveriesFailed,
} from '#tests/support/backups.ts'

const t = setupTestApp(() => ({ jobs: true }))
let folder: string
const databases: string[] = []
let team: Team
let members: Member[]
let picture: Buffer
const backupSource = (): BackupTarget => ({
  ownerUrl: t.ownerUrl,
  storage: t.services.storage,
  secret: backupSecret,
  secretFile: null,
})

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
  await dropRestoreTargets(databases)
  await rm(folder, { recursive: true, force: true })
})

let reward: string

/** Asserts that sessions stay valid, and that all pictures exist. */
async function expectSessionsAndPictures(db: Database, copy: BackupTarget): Promise<void> {
  const who = await authenticate(db, members[0]?.token ?? '', t.clock.now(), 'local')
  expect(who && isActor(who) && who.user_id).toBe(members[0]?.user_id)
  const { rows: pictures } = await withClient(superuser(copy.ownerUrl), (client) =>
    client.query<{ key: string; bytes: number }>(
      `select workspace_id || '/' || storage_key as key, bytes from files`,
    ),
  )
  for (const { key, bytes } of pictures) expect((await copy.storage.get(key))?.length).toBe(bytes)
}

/** Asserts that pending outgoing items are canceled, because a copy must not send anything. */
async function expectOutgoingCanceled(copy: BackupTarget, said: string): Promise<void> {
  const { mails, messages, imports, syncs } = await countOutgoingByState(superuser(copy.ownerUrl))
  expect([mails.waiting, messages.waiting, imports.in_progress]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(syncs).toEqual({ failed: 1 })
  expect([mails.failed, messages.failed]).toEqual([expect.any(Number), expect.any(Number)])
  expect(said).toContain(
    `Put aside, so that nothing goes out a second time: ${mails.failed} mails, ${messages.failed} messages to webhooks and 3 imports`,
  )
}

/** Creates a backup while four members write. Returns it with the numbers of posts. */
async function backUpDuringWrites() {
  const stops = members.slice(0, 4).map((member, n) =>
    writeUntilStopped(
      t,
      team,
      picture,
      reward,
      member,
      members.filter((_, other) => other !== n),
    ),
  )
  const before = await countTableRows(t.ownerUrl, 'posts')
  while ((await countTableRows(t.ownerUrl, 'posts')) < before + 8) await new Promise(setImmediate)
  const manifest = await createBackup(backupSource(), join(folder, 'busy'))
  const during = rowsInManifest(manifest, 'posts')
  while ((await countTableRows(t.ownerUrl, 'posts')) <= during) await new Promise(setImmediate)
  await Promise.all(stops.map((stop) => stop()))
  return { manifest, before, during }
}

test('restores a backup taken during writes on an empty machine', async () => {
  reward = (
    await t.call('rewards.create', { token: team.admin.token, body: { title: 'Coffee', price: 1 } })
  ).body.id
  await t.services.db.tenant(team.workspace_id, (trx) =>
    t.services.jobs.send(trx, 'refresh_billing', { workspace_id: team.workspace_id }),
  )
  const hookId = await createPendingItems(t, team, members)
  await connectTeams(t, team, { app: { appId: 'bot', tenantId: 'tenant', secret: 'secret' } })
  const doomed = await makeTeam(t)
  await t.services.db.tenant(doomed.workspace_id, (trx) =>
    trx
      .updateTable('workspaces')
      .set({ deletion_due_at: new Date(), deletion_asked_by: doomed.admin.user_id })
      .where('id', '=', doomed.workspace_id)
      .execute(),
  )
  const { manifest, before, during } = await backUpDuringWrites()
  expect(during).toBeGreaterThan(before)
  expect(manifest.pictures).toMatchObject({ rows: rowsInManifest(manifest, 'files'), missing: 0 })
  expect(rowsInManifest(manifest, 'files')).toBe(members.length)
  expect([
    rowsInManifest(manifest, 'second_factors'),
    rowsInManifest(manifest, 'recovery_codes'),
  ]).toEqual([1, 10])
  // Readable for the owner only.
  expect((await stat(join(folder, 'busy'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, 'busy', 'tables', 'users.zst'))).mode & 0o777).toBe(0o600)

  const empty = await createRestoreTarget(folder, databases, 'busy')
  const said: string[] = []
  expect(await restoreBackup(empty, join(folder, 'busy'), (line) => said.push(line))).toEqual([])
  expect(said.join(' ')).toContain(
    `${manifest.tables.reduce((sum, table) => sum + table.rows, 0)} rows are back.`,
  )
  // The file of a failed people sync is not kept.
  const countKept = (name: string, rows: number) => (name === 'people_sync_rows' ? 0 : rows)
  for (const { name, rows } of manifest.tables)
    expect(await countTableRows(superuser(empty.ownerUrl), name), name).toBe(countKept(name, rows))
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
    await expectSessionsAndPictures(db, empty)
    const { rows: jobs } = await withClient(superuser(empty.ownerUrl), (client) =>
      client.query(`select name, data from pgboss.job`),
    )
    expect(jobs).toEqual([{ name: 'refresh_billing', data: { workspace_id: team.workspace_id } }])
    await expectOutgoingCanceled(empty, said.join(' '))
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
    await expectDeliveriesFailed(db, team, hookId)
    await expectChatsDisconnected(db, team, said.join(' '))
  } finally {
    await db.close()
  }
})

const superuser = (url: string) =>
  databaseUrl(inject('adminUrl'), databases.find((name) => url.includes(name)) ?? '')

/** The restored backup of a test, from which the next one makes an older backup. */
let restored: BackupTarget

test('restores every row, policy, trigger and key unchanged', async () => {
  const manifest = await createBackup(backupSource(), join(folder, 'quiet'))
  const empty = await createRestoreTarget(folder, databases, 'quiet')
  restored = empty
  const emptyUrl = superuser(empty.ownerUrl)
  const said: string[] = []
  await restoreBackup(empty, join(folder, 'quiet'), (line) => said.push(line), {
    sendWaiting: true,
  })
  // With the option, pending items stay pending, without a message.
  expect((await countOutgoingByState(emptyUrl)).mails['waiting']).toBeGreaterThan(0)
  expect(said.join(' ')).not.toContain('Put aside')
  const { rows: jobs } = await withClient(emptyUrl, (client) =>
    client.query<{ name: string }>(`select name from pgboss.job order by 1`),
  )
  expect(jobs.map((job) => job.name)).toEqual(['refresh_billing', 'run_import', 'run_people_sync'])
  expect(await hashTables(emptyUrl)).toEqual(await hashTables(t.ownerUrl))
  // A backup of a cluster restores into a database that is not sharded yet.
  if (!workerUrls.length) expect(await readSchema(emptyUrl)).toEqual(await readSchema(t.ownerUrl))

  // A restored database is not empty; neither is one in use.
  await expect(restoreBackup(empty, join(folder, 'quiet'))).rejects.toThrow(
    /not empty: .*users.*Restore into a new one/,
  )
  await expect(createBackup(backupSource(), join(folder, 'quiet'))).rejects.toThrow(
    'is there already',
  )

  // A second backup of the restored data equals the first.
  const again = await createBackup(empty, join(folder, 'again'))
  const counts = (it: BackupManifest) =>
    it.tables.map(({ name, rows, columns }) => ({ name, rows, columns }))
  expect(counts(again)).toEqual(counts(manifest))
  expect(again.secret).toEqual(manifest.secret)
  expect(await reconcileLedger(empty.ownerUrl)).toEqual([])
})

test('restores a backup of version 1.0.0, but no older one', async () => {
  await revertToVersion1(superuser(restored.ownerUrl))
  const at = join(folder, 'version-1')
  const manifest = await createBackup(restored, at)
  const writeMigrations = (migrations: string[]) =>
    writeFile(join(at, 'manifest.json'), serializeManifest({ ...manifest, migrations }))
  await writeMigrations(replacedMigrations.slice(0, -1))
  const empty = await createRestoreTarget(folder, databases, 'version-1')
  await expect(restoreBackup(empty, at)).rejects.toThrow(
    'older than 1.0.0 (its newest migration is 0028_sign_in_limits)',
  )
  expect(await withClient(superuser(empty.ownerUrl), listTables)).toEqual([])

  await writeMigrations(replacedMigrations)
  expect(await restoreBackup(empty, at)).toEqual([])
  for (const { name, rows } of manifest.tables)
    expect([name, await countTableRows(superuser(empty.ownerUrl), name)]).toEqual([name, rows])
  expect((await createBackup(empty, join(folder, 'from-version-1'))).migrations).toEqual(
    await listMigrationNames(),
  )
})

test('refuses a tampered backup by file name and changes nothing', async () => {
  const at = join(folder, 'quiet')
  const manifest = await readManifest(at)
  // By turns: a flipped bit, a truncated file, appended bytes, a missing file.
  const harms = [
    (path: string, _: Buffer, bad: Buffer) => writeFile(path, bad),
    (path: string, bytes: Buffer) => truncate(path, bytes.length - 1),
    (path: string) => appendFile(path, 'x'),
    (path: string) => rm(path),
  ]
  const pictures = (await readdir(join(at, 'pictures', team.workspace_id))).map(
    (name) => `pictures/${team.workspace_id}/${name}`,
  )
  const files = listBackupFiles(manifest).map((piece) => piece.file)
  // An error names at most 20 files. Pictures are read only if their list is intact.
  const groups = Array.from({ length: Math.ceil(files.length / 20) }, (_, n) =>
    files.slice(n * 20, (n + 1) * 20),
  )
  for (const group of [...groups, [pictures[0] ?? '']]) {
    const originals = new Map<string, Buffer>()
    for (const file of group) {
      const path = join(at, file)
      const bytes = await readFile(path)
      originals.set(path, bytes)
      const bad = Buffer.from(bytes)
      bad[bad.length - 1] = (bad.at(-1) ?? 0) ^ 1
      harms.push(...harms.splice(0, 1))
      await harms[0]?.(path, bytes, bad)
    }
    await expect(verifyBackup(at)).rejects.toThrow(
      new BackupError(`the backup is damaged or not whole: ${group.join(', ')}`),
    )
    for (const [path, bytes] of originals) await writeFile(path, bytes)
  }
  const path = join(at, 'manifest.json')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace(/"rows": (\d+)/, '"rows": 9$1'))
  await expect(verifyBackup(at)).rejects.toThrow('manifest.json is damaged')
  await writeFile(path, text)
  await expect(verifyBackup(join(folder, 'nowhere'))).rejects.toThrow('is no backup')

  const empty = await createRestoreTarget(folder, databases, 'tampered')
  await appendFile(join(at, 'tables', 'entries.zst'), 'x')
  await expect(restoreBackup(empty, at)).rejects.toThrow('tables/entries.zst')
  expect(await withClient(superuser(empty.ownerUrl), listTables)).toEqual([])
})
