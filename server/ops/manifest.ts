import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { sha256Hex } from '#server/platform/crypto/sha256.ts'

/** A file of the backup. `rows` counts the rows of a table or the lines of a list. */
const backupFile = z.object({
  file: z.string().regex(/^[\w.-]+(\/[\w.-]+)?$/),
  rows: z.int().min(0),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type BackupFile = z.output<typeof backupFile>

const manifestSchema = z.object({
  format: z.literal(1),
  version: z.string(),
  created_at: z.iso.datetime(),
  postgres: z.string(),
  /** All applied migrations in order: a restore runs exactly these before it loads data. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(backupFile.extend({ name: z.string(), columns: z.array(z.string()).min(1) })),
  sequences: z.array(
    z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/), called: z.boolean() }),
  ),
  /** Unfinished jobs. */
  jobs: backupFile,
  /**
   * The list of pictures, one line each: SHA-256, bytes, key. `missing` of them were absent from
   * the store and have a dash.
   */
  pictures: backupFile.extend({ missing: z.int().min(0) }),
  /**
   * A fingerprint that distinguishes secrets without revealing them. `file`: the secret of
   * DATA_DIR, if the backup contains it.
   */
  secret: z.object({ fingerprint: z.string(), file: backupFile.nullable() }),
})
export type BackupManifest = z.output<typeof manifestSchema>

/** Lists the problems of a backup, one line each. Nothing was changed. */
export class BackupError extends Error {}

export function serializeManifest(it: BackupManifest): string {
  const text = JSON.stringify(it, null, 1)
  return `${text}\n${sha256Hex(text)}\n`
}

/** Reads the manifest of a backup. Throws a BackupError when it is missing or damaged. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new BackupError(`${folder} is no backup: it has no manifest.json`)
  })
  const end = text.trimEnd().lastIndexOf('\n')
  if (end < 0 || sha256Hex(text.slice(0, end)) !== text.slice(end).trim())
    throw new BackupError('manifest.json is damaged')
  const { format } = JSON.parse(text.slice(0, end)) as { format: unknown }
  if (format !== 1)
    throw new BackupError(`the backup has the format ${String(format)}; this version knows 1`)
  return manifestSchema.parse(JSON.parse(text.slice(0, end)))
}

export const listBackupFiles = ({
  tables,
  jobs,
  pictures,
  secret,
}: BackupManifest): BackupFile[] => [
  ...tables,
  jobs,
  pictures,
  ...(secret.file ? [secret.file] : []),
]
