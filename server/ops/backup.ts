// No pg_dump, because the PostgreSQL from npm has no client programs, and a pg_dump of another
// version refuses to work. A backup is one snapshot of tables, pictures and open jobs, so that a
// picture is never missing, and pg_dump knows only the tables. COPY does the work on both sides:
// this file lists what belongs to a backup, and the database formats and reads it (decision 028).
import { constants } from 'node:fs'
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { sha256Hex } from '#server/platform/crypto/sha256.ts'
import { copyOut } from '#server/platform/database/copy-streams.ts'
import { keyedHash } from '#server/platform/ids.ts'
import { productVersion } from '#server/platform/product-version.ts'
import { withAdmin } from '#server/platform/database/admin.ts'
import { backupLockKey } from '#server/platform/files/delete-files.ts'
import { BackupError, type BackupManifest, type BackupFile, serializeManifest } from './manifest.ts'
import { writeBackupFile } from './backup-files.ts'

/** The source of a backup, and the target of a restore. */
export type BackupTarget = {
  ownerUrl: string
  storage: Storage
  secret: string
  /** Previous secrets that are still valid. */
  previousSecrets?: readonly string[]
  /** The file of the secret, unless SECRET provides it. */
  secretFile: string | null
}

export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`
export const secretFingerprint = (secret: string) =>
  keyedHash(secret, 'backup', '').toString('hex').slice(0, 16)

type TableColumns = { name: string; columns: string[] }
/**
 * Returns our tables with their columns, except generated ones. The migrator's tables are recreated
 * by a restore.
 */
export async function listTables(client: pg.Client): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(`
    select c.relname as name, array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relname not like 'kysely%'
      and c.relname <> 'applied_functions' order by 1`)
  return rows
}

/** Yields the keys of all pictures visible in the transaction, in batches. */
async function* listPictureKeys(client: pg.Client): AsyncGenerator<string> {
  await client.query(
    `declare pictures no scroll cursor for select workspace_id || '/' || storage_key as key from files`,
  )
  for (;;) {
    const { rows } = await client.query<{ key: string }>('fetch 500 from pictures')
    if (!rows.length) break
    yield* rows.map((row) => row.key)
  }
  await client.query('close pictures')
}

/** Copies the pictures of the snapshot. Yields their list as lines. */
async function* copyPictures(
  client: pg.Client,
  storage: Storage,
  to: string,
  missing: string[],
): AsyncGenerator<Buffer> {
  for await (const key of listPictureKeys(client)) {
    const bytes = await storage.get(key)
    if (bytes) {
      const path = join(to, key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(path, bytes, { mode: 0o600, flush: true })
    } else missing.push(key)
    yield Buffer.from(`${bytes ? `${sha256Hex(bytes)} ${bytes.length}` : '- 0'} ${key}\n`)
  }
}

/**
 * Copies all unfinished jobs. Finished jobs and pg-boss's own tables are recreated by a restore.
 */
async function copyJobs(client: pg.Client, folder: string): Promise<BackupFile> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('pgboss.job') is not null as there`,
  )
  const openJobs = `select name, data from pgboss.job where state in ('created', 'retry', 'active')
    order by created_on`
  return writeBackupFile(
    folder,
    'jobs.zst',
    rows[0]?.there ? copyOut(client, `copy (${openJobs}) to stdout`) : Readable.from([]),
  )
}

async function copyTables(
  client: pg.Client,
  folder: string,
  listed: TableColumns[],
): Promise<BackupManifest['tables']> {
  const tables: BackupManifest['tables'] = []
  for (const { name, columns } of listed) {
    const written = await writeBackupFile(
      folder,
      `tables/${name}.zst`,
      copyOut(
        client,
        `copy public.${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) to stdout`,
      ),
    )
    tables.push({ name, columns, ...written })
  }
  return tables
}

async function readSequences(client: pg.Client): Promise<BackupManifest['sequences']> {
  const { rows: names } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
  )
  const sequences: BackupManifest['sequences'] = []
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from public.${quoteIdentifier(name)}`,
    )
    sequences.push(...rows.map((row) => ({ name, ...row })))
  }
  return sequences
}

async function writeSnapshot(
  client: pg.Client,
  target: BackupTarget,
  folder: string,
  printLine: (line: string) => void,
): Promise<BackupManifest> {
  await mkdir(join(folder, 'tables'), { mode: 0o700 })
  // From here on no process deletes a picture from the store. The lock ends with the connection.
  await client.query(`select pg_advisory_lock(${backupLockKey})`)
  await client.query('begin isolation level repeatable read read only')
  const listed = await listTables(client)
  if (!listed.some((table) => table.name === 'workspaces'))
    throw new BackupError('there is no database of Laurel here')
  // A migration waits until the backup has finished.
  await client.query(
    `lock table ${listed.map((table) => quoteIdentifier(table.name)).join(', ')} in access share mode`,
  )
  const {
    rows: [database],
  } = await client.query<{ postgres: string; migrations: string[]; at: Date }>(`
    select current_setting('server_version') as postgres, now() as at, array(select name::text
      from kysely_migration order by name) as migrations`)
  if (!database) throw new BackupError('there is no database of Laurel here')
  const tables = await copyTables(client, folder, listed)
  const sequences = await readSequences(client)
  const jobs = await copyJobs(client, folder)
  const missing: string[] = []
  const pictures = await writeBackupFile(
    folder,
    'pictures.zst',
    Readable.from(copyPictures(client, target.storage, join(folder, 'pictures'), missing)),
  )
  await client.query('commit')
  for (const key of missing) printLine(`The picture ${key} is not in the store.`)

  const secretFile =
    target.secretFile === null
      ? null
      : await writeBackupFile(
          folder,
          'secret.zst',
          Readable.from([Buffer.from(`${target.secret}\n`)]),
        )
  return {
    format: 1,
    version: productVersion,
    created_at: database.at.toISOString(),
    postgres: database.postgres,
    migrations: database.migrations,
    tables,
    sequences,
    jobs,
    pictures: { ...pictures, missing: missing.length },
    secret: { fingerprint: secretFingerprint(target.secret), file: secretFile },
  }
}

/**
 * Writes a consistent copy of database and pictures to a new folder while the server runs. The
 * folder gets its name only when it is complete. Throws a BackupError when the folder exists.
 */
export async function createBackup(
  target: BackupTarget,
  to: string,
  printLine: (line: string) => void = () => {},
): Promise<BackupManifest> {
  const folder = resolve(to)
  if (
    await access(folder, constants.F_OK).then(
      () => true,
      () => false,
    )
  )
    throw new BackupError(`${folder} is there already: name a new folder`)
  const temporary = `${folder}.part-${process.pid}`
  await mkdir(temporary, { recursive: true, mode: 0o700 })
  try {
    const manifest = await withAdmin(target.ownerUrl, async (client) => {
      await client.query(
        'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set timezone = utc; set datestyle = iso; set client_encoding = utf8; set extra_float_digits = 3',
      )
      return writeSnapshot(client, target, temporary, printLine)
    })
    await writeFile(join(temporary, 'manifest.json'), serializeManifest(manifest), {
      mode: 0o600,
      flush: true,
    })
    await rename(temporary, folder)
    return manifest
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    throw error
  }
}
