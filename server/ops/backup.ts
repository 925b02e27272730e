import { constants } from 'node:fs'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { copyOut } from '#server/platform/database/copy-streams.ts'
import { keyedHash } from '#server/platform/ids.ts'
import { withAdmin } from '#server/platform/database/admin.ts'
import { backupLockKey } from '#server/platform/files/delete-files.ts'
import { BackupError, type BackupManifest, type BackupFile, serializeManifest } from './manifest.ts'
import { sha256Hex, writeBackupFile } from './backup-files.ts'

/** What a backup is taken of, and what a restore puts it into. */
export type BackupTarget = {
  ownerUrl: string
  storage: Storage
  secret: string
  /** Those before it that are still believed. */
  previousSecrets?: readonly string[]
  /** Where the secret is kept, where it was not given by SECRET. */
  secretFile: string | null
}

export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`
export const secretFingerprint = (secret: string) =>
  keyedHash(secret, 'backup', '').toString('hex').slice(0, 16)

type TableColumns = { name: string; columns: string[] }
/**
 * Our tables and the columns that are not computed; what the migrator keeps is made anew by a
 * restore.
 */
export async function listTables(client: pg.Client): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(`
    select c.relname as name, array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relname not like 'kysely%' order by 1`)
  return rows
}

async function readVersion(): Promise<string> {
  return (
    JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string
    }
  ).version
}

/** The keys of all pictures that the transaction sees, a few at a time. */
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

/** Copies the pictures that the snapshot names. Answers their list as lines. */
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
 * Everything that is not done yet. What is done, and how pg-boss keeps its books, is its own and
 * made anew.
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

async function writeSnapshot(
  client: pg.Client,
  place: BackupTarget,
  folder: string,
  say: (line: string) => void,
): Promise<BackupManifest> {
  await mkdir(join(folder, 'tables'), { mode: 0o700 })
  // From here on nobody takes a picture out of the store; the connection's end gives the lock back.
  await client.query(`select pg_advisory_lock(${backupLockKey})`)
  await client.query('begin isolation level repeatable read read only')
  const all = await listTables(client)
  if (!all.some((table) => table.name === 'workspaces'))
    throw new BackupError('there is no database of Laurel here')
  // A migration waits until we are done.
  await client.query(
    `lock table ${all.map((table) => quoteIdentifier(table.name)).join(', ')} in access share mode`,
  )
  const {
    rows: [about],
  } = await client.query<{ postgres: string; migrations: string[]; at: Date }>(`
    select current_setting('server_version') as postgres, now() as at, array(select name::text
      from kysely_migration order by name) as migrations`)
  if (!about) throw new BackupError('there is no database of Laurel here')
  const { rows: sequences } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
  )

  const tables: BackupManifest['tables'] = []
  for (const { name, columns } of all) {
    const piece = await writeBackupFile(
      folder,
      `tables/${name}.zst`,
      copyOut(
        client,
        `copy public.${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) to stdout`,
      ),
    )
    tables.push({ name, columns, ...piece })
  }
  const values: BackupManifest['sequences'] = []
  for (const { name } of sequences) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from public.${quoteIdentifier(name)}`,
    )
    values.push(...rows.map((row) => ({ name, ...row })))
  }
  const jobs = await copyJobs(client, folder)
  const missing: string[] = []
  const pictures = await writeBackupFile(
    folder,
    'pictures.zst',
    Readable.from(copyPictures(client, place.storage, join(folder, 'pictures'), missing)),
  )
  await client.query('commit')
  for (const key of missing) say(`The picture ${key} is not in the store.`)

  const kept =
    place.secretFile === null
      ? null
      : await writeBackupFile(
          folder,
          'secret.zst',
          Readable.from([Buffer.from(`${place.secret}\n`)]),
        )
  return {
    format: 1,
    version: await readVersion(),
    created_at: about.at.toISOString(),
    postgres: about.postgres,
    migrations: about.migrations,
    tables,
    sequences: values,
    jobs,
    pictures: { ...pictures, missing: missing.length },
    secret: { fingerprint: secretFingerprint(place.secret), file: kept },
  }
}

/**
 * Writes database and pictures, as they are at one moment, to a new folder; whoever works goes on
 * working. The folder has its name only once it is whole. Throws a BackupError where there is a
 * folder already.
 */
export async function createBackup(
  place: BackupTarget,
  to: string,
  say: (line: string) => void = () => {},
): Promise<BackupManifest> {
  const folder = resolve(to)
  if (
    await access(folder, constants.F_OK).then(
      () => true,
      () => false,
    )
  )
    throw new BackupError(`${folder} is there already: name a new folder`)
  const part = `${folder}.part-${process.pid}`
  await mkdir(part, { recursive: true, mode: 0o700 })
  try {
    const manifest = await withAdmin(place.ownerUrl, async (client) => {
      await client.query(
        'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set timezone = utc; set datestyle = iso; set client_encoding = utf8; set extra_float_digits = 3',
      )
      return writeSnapshot(client, place, part, say)
    })
    await writeFile(join(part, 'manifest.json'), serializeManifest(manifest), {
      mode: 0o600,
      flush: true,
    })
    await rename(part, folder)
    return manifest
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}
