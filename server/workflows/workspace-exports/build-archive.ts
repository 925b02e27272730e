import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs, secondMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { exportWorkspace } from '#server/ops/workspace-archive/export-workspace.ts'
import type { Services } from '#server/platform/services.ts'
import { streamZip, type ZipEntry } from '#server/platform/zip-stream.ts'
import { listPartKeys, storeParts } from './archive-parts.ts'
import { startAttempt, updateAttempt } from './queries.ts'

/** The export was deleted, another process has taken it over, or this process stops. */
export class ExportStopped extends Error {}

type ExportJob = { workspaceId: string; id: string; stopping: () => boolean }
/** One attempt to build the archive. `partsId` is in the keys of its parts. */
type Attempt = ExportJob & { partsId: string }

/** Share of the progress for the tables. The rest are the parts of the ZIP file. */
const tablesShare = 0.5
const progressIntervalMs = secondMs

/**
 * Returns a function that stores the progress, at most once a second. Throws ExportStopped when the
 * attempt is over or this process stops.
 */
function createProgress({ db }: Services, { workspaceId, partsId, stopping }: Attempt) {
  let storedAt = -Infinity
  return async (share: number) => {
    if (stopping()) throw new ExportStopped()
    if (performance.now() - storedAt < progressIntervalMs) return
    storedAt = performance.now()
    const isRunning = await db.tenant(workspaceId, (trx) =>
      updateAttempt(trx, workspaceId, partsId, { progress: Math.floor(share * 100) }),
    )
    if (!isRunning) throw new ExportStopped()
  }
}

/** Yields the files of a folder in the order of their paths. */
async function* listEntries(folder: string, prefix = ''): AsyncGenerator<ZipEntry> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = `${prefix}${entry.name}`
    if (entry.isDirectory()) yield* listEntries(folder, `${name}/`)
    else yield { name, content: createReadStream(join(folder, name)) }
  }
}

async function sumBytes(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  return bytes
}

/** Passes the content of files on, and reports how much of all bytes was read. */
async function* reportRead(
  entries: AsyncIterable<ZipEntry>,
  bytes: number,
  onProgress: (share: number) => Promise<void>,
): AsyncGenerator<ZipEntry> {
  let read = 0
  const count = async function* (content: ZipEntry['content']) {
    for await (const chunk of content) {
      read += chunk.length
      await onProgress(read / bytes)
      yield chunk
    }
  }
  for await (const { name, content } of entries) yield { name, content: count(content) }
}

async function removeParts({ storage }: Services, attempt: Attempt, parts: number) {
  for (const key of listPartKeys(attempt.workspaceId, attempt.partsId, parts))
    await storage.remove(key)
}

/**
 * Writes the archive of an export to a temporary folder, and stores it as a ZIP file in parts. A
 * repeated call begins again and ends an earlier one that still runs. Throws ExportStopped, and a
 * RangeError beyond the 4 GB of a ZIP file; neither leaves a part behind. The nightly sweep of files
 * deletes the parts of a killed process.
 */
export async function buildArchive(services: Services, job: ExportJob): Promise<void> {
  const { db, storage, ownerUrl, config, clock } = services
  const { workspaceId, id } = job
  const attempt: Attempt = { ...job, partsId: randomUUID() }
  const { partsId } = attempt
  if (!(await db.tenant(workspaceId, (trx) => startAttempt(trx, workspaceId, id, partsId)))) return
  const storeProgress = createProgress(services, attempt)
  const folder = await mkdtemp(join(tmpdir(), 'laurel-export-'))
  const archive = join(folder, 'archive')
  let stored = { parts: 0, bytes: 0 }
  try {
    const { manifest, fingerprint } = await exportWorkspace(
      { ownerUrl, storage, secret: config.secret },
      workspaceId,
      archive,
      { onProgress: (share) => storeProgress(share * tablesShare) },
    )
    const entries = reportRead(listEntries(archive), await sumBytes(archive), (share) =>
      storeProgress(tablesShare + share * (1 - tablesShare)),
    )
    await storeParts(storage, workspaceId, partsId, streamZip(entries), async (parts, bytes) => {
      stored = { parts, bytes }
      if (job.stopping()) throw new ExportStopped()
    })
    const at = clock.now()
    const isFinished = await db.tenant(workspaceId, (trx) =>
      updateAttempt(trx, workspaceId, partsId, {
        state: 'finished',
        progress: 100,
        rows_count: manifest.nouns.reduce((sum, { lines }) => sum + lines.rows, 0),
        pictures_count: manifest.pictures.rows - manifest.pictures.missing,
        parts_count: stored.parts,
        bytes: stored.bytes,
        fingerprint,
        open_gift_cards: manifest.open_gift_cards,
        finished_at: at,
        expires_at: new Date(at.getTime() + limits.workspace_export_days * dayMs),
      }),
    )
    if (!isFinished) throw new ExportStopped()
  } catch (error) {
    await removeParts(services, attempt, stored.parts)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
