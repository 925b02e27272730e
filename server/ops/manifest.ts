import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** A file of the backup. `rows` is what it holds: rows of a table, or lines of a list. */
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
  /** All that had run, in their order: a restore runs exactly these before it loads anything. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(backupFile.extend({ name: z.string(), columns: z.array(z.string()).min(1) })),
  sequences: z.array(
    z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/), called: z.boolean() }),
  ),
  /** Jobs that were not done yet. */
  jobs: backupFile,
  /**
   * The list of pictures, a line each: SHA-256, bytes, key. `missing` of them were lost already and
   * are named with a dash.
   */
  pictures: backupFile.extend({ missing: z.int().min(0) }),
  /**
   * Tells one SECRET from another, and says nothing else of it. `file` where the backup carries the
   * one of DATA_DIR.
   */
  secret: z.object({ fingerprint: z.string(), file: backupFile.nullable() }),
})
export type BackupManifest = z.output<typeof manifestSchema>

const checksum = (text: string) => createHash('sha256').update(text).digest('hex')

/** What is wrong with a backup, a line each; nothing has been changed. */
export class BackupError extends Error {}

export function serializeManifest(it: BackupManifest): string {
  const text = JSON.stringify(it, null, 1)
  return `${text}\n${checksum(text)}\n`
}

/**
 * Reads the manifest of a backup. Throws a BackupError where it is none, or not what was written.
 */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new BackupError(`${folder} is no backup: it has no manifest.json`)
  })
  const end = text.trimEnd().lastIndexOf('\n')
  if (end < 0 || checksum(text.slice(0, end)) !== text.slice(end).trim())
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
