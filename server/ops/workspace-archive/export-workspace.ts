import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import {
  type ArchiveManifest,
  type ArchivePicture,
  manifestFile,
  picturesFile,
  picturesFolder,
  signatureFile,
} from '#contract/workspace-archive/format.ts'
import { type BackupTarget, quoteIdentifier } from '#server/ops/backup.ts'
import { writeHashedFile } from '#server/ops/backup-files.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { sha256Hex } from '#server/platform/crypto/sha256.ts'
import { copyOut } from '#server/platform/database/copy-streams.ts'
import { connectionOptions } from '#server/platform/database/database.ts'
import { backupLockKey } from '#server/platform/files/delete-files.ts'
import { isUuid } from '#server/platform/ids.ts'
import { productVersion } from '#server/platform/product-version.ts'
import { ArchiveError } from './archive-error.ts'
import { type ArchiveNoun, describeNouns, selectLines } from './describe-nouns.ts'
import { sumLedger } from './ledger-sums.ts'
import { findFingerprint, signManifest } from './signature.ts'

/** The installation that exports or imports. */
export type ArchiveTarget = Pick<BackupTarget, 'ownerUrl' | 'storage' | 'secret'>
export type ExportedArchive = { manifest: ArchiveManifest; fingerprint: string }

/** JSON contains neither of these characters, so COPY writes and reads it without escapes. */
export const jsonLines = String.raw`(format csv, delimiter e'\x02', quote e'\x01')`

/** Settings of a connection that copies: no limits, and times in UTC. */
export const copySettings =
  'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set timezone = utc; set client_encoding = utf8'

/**
 * What an export reports. `onProgress`: the share of the tables that are written, from 0 to 1; it
 * throws to stop the export.
 */
export type ExportReport = {
  onMissingPicture?: (id: string) => void
  onProgress?: (share: number) => Promise<void>
}

/**
 * Runs `work` over a new connection as laurel_app, which sees only the rows of the workspace of a
 * transaction. It outlives transactions, so that it can hold a lock.
 */
async function withExportConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connectionOptions({ url, application: 'laurel export' }))
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(copySettings)
    return await work(client)
  } finally {
    await client.end()
  }
}

async function writeNouns(
  client: pg.Client,
  folder: string,
  nouns: ArchiveNoun[],
  workspaceId: string,
  { onProgress }: ExportReport,
): Promise<ArchiveManifest['nouns']> {
  const written: ArchiveManifest['nouns'] = []
  for (const noun of nouns) {
    const { name, schema } = noun
    written.push({
      name,
      lines: await writeHashedFile(
        folder,
        `${name}.jsonl`,
        copyOut(client, `copy (${selectLines(noun, workspaceId)}) to stdout with ${jsonLines}`),
      ),
      schema: await writeHashedFile(
        folder,
        `${name}.schema.json`,
        Readable.from([Buffer.from(schema)]),
      ),
    })
    await onProgress?.(written.length / nouns.length)
  }
  return written
}

/** Copies the pictures of the snapshot. Yields their list as lines. */
async function* copyPictures(
  client: pg.Client,
  storage: Storage,
  { folder, workspaceId }: { folder: string; workspaceId: string },
  missing: string[],
): AsyncGenerator<Buffer> {
  await client.query(
    `declare pictures no scroll cursor for
      select id, storage_key from files where workspace_id = '${workspaceId}' order by id`,
  )
  for (;;) {
    const { rows } = await client.query<{ id: string; storage_key: string }>(
      'fetch 500 from pictures',
    )
    if (!rows.length) break
    for (const { id, storage_key: key } of rows) {
      const bytes = await storage.get(`${workspaceId}/${key}`)
      if (bytes)
        await writeFile(join(folder, picturesFolder, id), bytes, { mode: 0o600, flush: true })
      else missing.push(id)
      const picture: ArchivePicture = {
        id,
        bytes: bytes?.length ?? 0,
        sha256: bytes ? sha256Hex(bytes) : null,
      }
      yield Buffer.from(`${JSON.stringify(picture)}\n`)
    }
  }
  await client.query('close pictures')
}

type Snapshot = { at: Date; schema: string; name: string; open_gift_cards: number }
/** Begins the snapshot of an export. Throws an ArchiveError when the workspace does not exist. */
async function beginSnapshot(
  client: pg.Client,
  nouns: ArchiveNoun[],
  workspaceId: string,
): Promise<Snapshot> {
  // As in a backup: no process deletes a picture of the snapshot, and a migration waits.
  await client.query(`select pg_advisory_lock(${backupLockKey})`)
  await client.query('begin isolation level repeatable read read only')
  // SET LOCAL, which Citus passes on to the node of the workspace. The id is a UUID (exportWorkspace).
  await client.query(`set local laurel.workspace = '${workspaceId}'`)
  await client.query(
    `lock table ${nouns.map(({ name }) => quoteIdentifier(name)).join(', ')} in access share mode`,
  )
  const { rows } = await client.query<Snapshot>(
    `select now() as at, (select max(name)::text from kysely_migration) as schema, name,
      (select count(*)::int from purchases where workspace_id = w.id and type = 'automatic'
        and status = 'pending') as open_gift_cards
    from workspaces w where id = $1 and deleted_at is null`,
    [workspaceId],
  )
  if (!rows[0]) throw new ArchiveError(`there is no workspace ${workspaceId}`)
  return rows[0]
}

async function writeSnapshot(
  client: pg.Client,
  target: ArchiveTarget,
  folder: string,
  workspaceId: string,
  report: ExportReport,
): Promise<ArchiveManifest> {
  const nouns = await describeNouns(client)
  const snapshot = await beginSnapshot(client, nouns, workspaceId)
  await mkdir(join(folder, picturesFolder), { mode: 0o700 })
  const written = await writeNouns(client, folder, nouns, workspaceId, report)
  const missing: string[] = []
  const pictures = await writeHashedFile(
    folder,
    picturesFile,
    Readable.from(copyPictures(client, target.storage, { folder, workspaceId }, missing)),
  )
  const ledger = await sumLedger(client, workspaceId)
  await client.query('commit')
  for (const id of missing) report.onMissingPicture?.(id)
  return {
    format: 1,
    version: productVersion,
    schema: snapshot.schema,
    created_at: snapshot.at.toISOString(),
    workspace: { id: workspaceId, name: snapshot.name },
    nouns: written,
    pictures: { ...pictures, missing: missing.length },
    ledger,
    open_gift_cards: snapshot.open_gift_cards,
  }
}

/**
 * Writes one snapshot of a workspace to a new or empty folder while the server runs. The folder
 * appears only when it is complete. Throws an ArchiveError when the workspace does not exist or the
 * folder is not empty.
 */
export async function exportWorkspace(
  target: ArchiveTarget,
  workspaceId: string,
  to: string,
  report: ExportReport = {},
): Promise<ExportedArchive> {
  if (!isUuid(workspaceId)) throw new ArchiveError(`there is no workspace ${workspaceId}`)
  const folder = resolve(to)
  const existing = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new ArchiveError(`${folder} is not a folder`)
  })
  if (existing.length) throw new ArchiveError(`${folder} is not empty: name a new folder`)
  const temporary = `${folder}.part-${process.pid}`
  await mkdir(temporary, { recursive: true, mode: 0o700 })
  try {
    const manifest = await withExportConnection(target.ownerUrl, (client) =>
      writeSnapshot(client, target, temporary, workspaceId, report),
    )
    const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    const options = { mode: 0o600, flush: true }
    await writeFile(join(temporary, manifestFile), bytes, options)
    await writeFile(
      join(temporary, signatureFile),
      `${await signManifest(target.secret, bytes)}\n`,
      options,
    )
    await rename(temporary, folder)
    return { manifest, fingerprint: await findFingerprint(target.secret) }
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    throw error
  }
}
