import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Duplex, PassThrough, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { BackupFile } from './manifest.ts'

/** Creates a transform that passes chunks unchanged and calls `onChunk` with each. */
const tapChunks = (onChunk: (chunk: Buffer) => void) =>
  new Transform({
    transform(chunk: Buffer, _, done) {
      onChunk(chunk)
      done(null, chunk)
    },
  })

function countLines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1
  return count
}

/**
 * Writes a file, readable for its owner only, and flushes it to disk. Counts lines as rows: COPY
 * escapes line breaks within a row.
 */
export async function writeHashedFile(
  folder: string,
  file: string,
  source: Readable,
  encoder: Duplex = new PassThrough(),
): Promise<BackupFile> {
  const hash: Hash = createHash('sha256')
  let [rows, bytes] = [0, 0]
  await pipeline(
    source,
    tapChunks((chunk) => {
      rows += countLines(chunk)
    }),
    encoder,
    tapChunks((chunk) => {
      bytes += chunk.length
      hash.update(chunk)
    }),
    createWriteStream(join(folder, file), { flags: 'wx', mode: 0o600, flush: true }),
  )
  return { file, rows, bytes, sha256: hash.digest('hex') }
}

/** Writes a compressed file of the backup. */
export const writeBackupFile = (folder: string, file: string, source: Readable) =>
  writeHashedFile(folder, file, source, createZstdCompress())

/** Returns the decompressed content of a file. */
export function readBackupFile(folder: string, { file }: BackupFile): Readable {
  const unpacked = createZstdDecompress()
  return createReadStream(join(folder, file))
    .on('error', (error) => unpacked.destroy(error))
    .pipe(unpacked)
}

export const readLines = (folder: string, backupFile: BackupFile): AsyncIterable<string> =>
  createInterface({ input: readBackupFile(folder, backupFile), crlfDelay: Infinity })

/** Returns whether a file has the length and hash of the manifest. */
export async function isIntact(
  folder: string,
  { file, sha256, bytes }: BackupFile,
): Promise<boolean> {
  const hash = createHash('sha256')
  let read = 0
  try {
    for await (const chunk of createReadStream(join(folder, file)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      read += chunk.length
    }
  } catch {
    return false
  }
  return read === bytes && hash.digest('hex') === sha256
}

/** Runs `work` for all items, four at a time; the first failure ends it. */
export async function forEachConcurrent<T>(
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  for await (const item of items) {
    const done: Promise<void> = work(item).finally(() => running.delete(done))
    done.catch(() => {})
    running.add(done)
    if (running.size >= 4) await Promise.race(running)
  }
  await Promise.all(running)
}
