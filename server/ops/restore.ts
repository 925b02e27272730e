import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { checkLocalBilling } from '#server/modules/billing/local/integrity-checks.ts'
import { reconcileLedger } from '#server/ledger/reconcile.ts'
import { sha256Hex } from '#server/platform/crypto/sha256.ts'
import { copyIn } from '#server/platform/database/copy-streams.ts'
import { type JobName, requeueJobs } from '#server/platform/background/jobs.ts'
import { replaceByBaseline } from '#server/platform/database/baseline.ts'
import { migrate, listMigrationNames } from '#server/platform/database/migrate.ts'
import { withAdmin, type Violation } from '#server/platform/database/admin.ts'
import { secretFingerprint, type BackupTarget, quoteIdentifier, listTables } from './backup.ts'
import { BackupError, type BackupManifest, listBackupFiles, readManifest } from './manifest.ts'
import { forEachConcurrent, isIntact, readLines, readBackupFile } from './backup-files.ts'
import { pauseOutbound, describePausedOutbound, type PausedOutbound } from './pause-outbound.ts'

type BackupPicture = { sha256: string; key: string }
/** Yields the pictures of a backup, except those that were missing when it was made. */
async function* readPictures(
  folder: string,
  { pictures }: BackupManifest,
): AsyncGenerator<BackupPicture> {
  for await (const line of readLines(folder, pictures)) {
    const [sha256 = '', , key = ''] = line.split(' ')
    if (!/^[0-9a-f-]{36}\/[a-z0-9-]+\.[a-z0-9]+$/.test(key))
      throw new BackupError(`${pictures.file} names a picture that cannot be: ${key}`)
    if (sha256 !== '-') yield { sha256, key }
  }
}
const picturePath = (folder: string, { key }: BackupPicture) => join(folder, 'pictures', key)

/**
 * Reads a backup and checks the hash of every file. Returns its manifest, with the baseline in place
 * of the migrations that it replaced. Throws a BackupError that names each damaged file.
 */
export async function verifyBackup(from: string): Promise<BackupManifest> {
  const folder = resolve(from)
  const manifest = await readManifest(folder)
  const damaged: string[] = []
  for (const file of listBackupFiles(manifest))
    if (!(await isIntact(folder, file))) damaged.push(file.file)
  if (!damaged.includes(manifest.pictures.file)) {
    await forEachConcurrent(readPictures(folder, manifest), async (picture) => {
      const bytes = await readFile(picturePath(folder, picture)).catch(() => null)
      if (!bytes || sha256Hex(bytes) !== picture.sha256) damaged.push(`pictures/${picture.key}`)
    })
  }
  if (damaged.length)
    throw new BackupError(
      `the backup is damaged or not whole: ${damaged.slice(0, 20).join(', ')}${damaged.length > 20 ? ` and ${damaged.length - 20} more` : ''}`,
    )
  const migrations = replaceByBaseline(manifest.migrations)
  if (!migrations)
    throw new BackupError(
      `the backup was made by a Laurel older than 1.0.0 (its newest migration is ${manifest.migrations.at(-1)}): restore it with version 1.0.0 (git tag migrations-before-baseline), then start this version`,
    )
  const knownNames = await listMigrationNames()
  const missingMigration = migrations.find((name, n) => knownNames[n] !== name)
  if (missingMigration)
    throw new BackupError(
      `the backup was made by Laurel ${manifest.version}, whose migration ${missingMigration} this version does not have: install that version or a newer one`,
    )
  return { ...manifest, migrations }
}

/** Throws a BackupError when the database is not empty or a server uses it. */
async function assertEmptyDatabase(client: pg.Client, migrations: string[]): Promise<void> {
  const { rows: others } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database()
      and application_name like 'laurel%' and pid <> pg_backend_pid()`,
  )
  if (others[0]?.n) throw new BackupError('a server is running on this database: stop it first')
  const full: string[] = []
  for (const { name } of await listTables(client)) {
    const { rowCount } = await client.query(`select 1 from public.${quoteIdentifier(name)} limit 1`)
    if (rowCount) full.push(name)
  }
  if (full.length)
    throw new BackupError(
      `the database is not empty: ${full.join(', ')} ${full.length > 1 ? 'hold' : 'holds'} rows. Restore into a new one`,
    )
  const {
    rows: [migrator],
  } = await client.query<{ there: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as there`,
  )
  const { rows } = migrator?.there
    ? await client.query<{ name: string }>('select name from kysely_migration order by name')
    : { rows: [] }
  const applied = replaceByBaseline(rows.map((row) => row.name)) ?? []
  const newer = applied.find((name) => !migrations.includes(name))
  if (newer)
    throw new BackupError(
      `the schema of this database is newer than the backup (${newer}): restore into a new one`,
    )
}

/**
 * Runs `load` without triggers, indexes, foreign keys and forced row level security. Rebuilding
 * (and checking) them at the end is much faster. The owner's privileges suffice.
 */
async function withoutConstraints(client: pg.Client, load: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ undo: string; redo: string }>(`
    select format('drop index %s', i.indexrelid::regclass) as undo,
      pg_get_indexdef(i.indexrelid) as redo
    from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and not exists (select 1 from pg_constraint
      where conindid = i.indexrelid)
    union all select format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid))
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
      format('alter table %s enable trigger %I', tgrelid::regclass, tgname)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where not tgisinternal
      and tgenabled = 'O' and c.relnamespace = 'public'::regnamespace
    union all select format('alter table %s no force row level security', oid::regclass),
      format('alter table %s force row level security', oid::regclass)
    from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace`)
  for (const { undo } of rows) await client.query(undo)
  await load()
  // Row level security is last: the owner checks foreign keys and must see all rows.
  for (const { redo } of rows) await client.query(redo)
}

async function* readChunks(
  folder: string,
  file: BackupManifest['tables'][number],
): AsyncGenerator<Buffer> {
  yield* readBackupFile(folder, file) as AsyncIterable<Buffer>
}

async function loadTables(
  client: pg.Client,
  folder: string,
  manifest: BackupManifest,
): Promise<void> {
  const there = new Set((await listTables(client)).map((table) => table.name))
  for (const file of manifest.tables) {
    if (!there.has(file.name))
      throw new BackupError(`the backup has a table ${file.name}, and its migrations make none`)
    const rows = await copyIn(
      client,
      `copy public.${quoteIdentifier(file.name)} (${file.columns.map(quoteIdentifier).join(', ')}) from stdin`,
      readChunks(folder, file),
    )
    if (rows !== file.rows)
      throw new BackupError(`${file.name}: ${rows} rows came in, ${file.rows} are in the backup`)
  }
  for (const { name, value, called } of manifest.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [
      `public.${quoteIdentifier(name)}`,
      value,
      called,
    ])
}

async function requeueBackupJobs(
  client: pg.Client,
  folder: string,
  manifest: BackupManifest,
  imports: boolean,
): Promise<void> {
  await client.query('create temporary table restored_jobs (name text, data jsonb) on commit drop')
  await copyIn(
    client,
    'copy restored_jobs from stdin',
    readBackupFile(folder, manifest.jobs) as AsyncIterable<Buffer>,
  )
  const importJobs: JobName[] = ['run_import', 'run_people_sync']
  const { rows } = await client.query<{ name: string; data: object }>(
    'select name, data from restored_jobs where $1 or not name = any($2)',
    [imports, importJobs],
  )
  await requeueJobs(client, rows)
}

/**
 * Writes the secret of a backup to DATA_DIR. Without one in the backup, or with SECRET, prints a
 * message unless the secrets of the target include it.
 */
async function restoreSecret(
  target: BackupTarget,
  folder: string,
  { secret }: BackupManifest,
  printLine: (line: string) => void,
): Promise<void> {
  if (secret.file && target.secretFile !== null) {
    await writeFile(target.secretFile, (await text(readBackupFile(folder, secret.file))).trim(), {
      mode: 0o600,
    })
  } else if (
    ![target.secret, ...(target.previousSecrets ?? [])]
      .map(secretFingerprint)
      .includes(secret.fingerprint)
  ) {
    printLine(
      'SECRET is another one than it was: links in mails that were sent, and codes on their way, are void, and what it sealed cannot be read. Name the old one in SECRET_PREVIOUS.',
    )
  }
}

/**
 * Restores a backup into an empty database and an empty store; the database is restored completely
 * or not at all. Then migrates the schema and recomputes the ledger. Returns the violations found.
 * Throws a BackupError before any change. Pending outgoing items are canceled unless `sendWaiting`.
 */
export async function restoreBackup(
  target: BackupTarget,
  from: string,
  printLine: (line: string) => void = () => {},
  { sendWaiting = false } = {},
): Promise<Violation[]> {
  const folder = resolve(from)
  const manifest = await verifyBackup(folder)
  printLine(
    `Every file is whole: ${manifest.tables.length} tables, ${manifest.pictures.rows} pictures, as of ${manifest.created_at}.`,
  )
  await withAdmin(target.ownerUrl, (client) => assertEmptyDatabase(client, manifest.migrations))
  await migrate(target.ownerUrl, { to: manifest.migrations.at(-1) })
  await forEachConcurrent(readPictures(folder, manifest), async (picture) =>
    target.storage.put(picture.key, await readFile(picturePath(folder, picture))),
  )

  // Before the data: a restore that is killed after it cannot run again.
  await restoreSecret(target, folder, manifest, printLine)
  const paused = await withAdmin(target.ownerUrl, async (client) => {
    let waiting: PausedOutbound | undefined
    await client.query(
      "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set timezone = utc; set datestyle = iso; set client_encoding = utf8; set maintenance_work_mem = '256MB'; begin",
    )
    await withoutConstraints(client, async () => {
      await loadTables(client, folder, manifest)
      if (!sendWaiting) waiting = await pauseOutbound(client)
    })
    await requeueBackupJobs(client, folder, manifest, sendWaiting)
    await client.query('commit')
    await client.query('analyze')
    return waiting
  })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  printLine(`${rows} rows are back.`)
  if (paused) describePausedOutbound(paused).forEach(printLine)

  if (manifest.pictures.missing)
    printLine(`${manifest.pictures.missing} pictures were missing when the backup was made.`)
  const { migrations } = await migrate(target.ownerUrl)
  if (migrations.length) printLine(`Brought up to date: ${migrations.join(', ')}.`)
  return [
    ...(await reconcileLedger(target.ownerUrl)),
    ...(await checkLocalBilling(target.ownerUrl)),
  ]
}
