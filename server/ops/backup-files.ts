import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { BackupFile } from './manifest.ts'

export const sha256Hex = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Passes bytes on, and tells each to somebody. */
const tapChunks = (whom: (chunk: Buffer) => void) =>
  new Transform({
    transform(chunk: Buffer, _, done) {
      whom(chunk)
      done(null, chunk)
    },
  })

function countLines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1
  return count
}

/**
 * Writes a piece, for its owner's eyes alone, and waits until the disk has it. A row is a line:
 * COPY escapes those within.
 */
export async function writeBackupFile(
  folder: string,
  file: string,
  source: Readable,
): Promise<BackupFile> {
  const hash: Hash = createHash('sha256')
  let [rows, bytes] = [0, 0]
  await pipeline(
    source,
    tapChunks((chunk) => {
      rows += countLines(chunk)
    }),
    createZstdCompress(),
    tapChunks((chunk) => {
      bytes += chunk.length
      hash.update(chunk)
    }),
    createWriteStream(join(folder, file), { flags: 'wx', mode: 0o600, flush: true }),
  )
  return { file, rows, bytes, sha256: hash.digest('hex') }
}

/** What a piece says, unpacked. */
export function readBackupFile(folder: string, { file }: BackupFile): Readable {
  const unpacked = createZstdDecompress()
  return createReadStream(join(folder, file))
    .on('error', (error) => unpacked.destroy(error))
    .pipe(unpacked)
}

export const readLines = (folder: string, piece: BackupFile): AsyncIterable<string> =>
  createInterface({ input: readBackupFile(folder, piece), crlfDelay: Infinity })

/** Whether a piece is, byte for byte, what was written. */
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

/** Does `work` for each of many, four at a time; the first that fails ends it. */
export async function forEachConcurrent<T>(
  all: AsyncIterable<T> | Iterable<T>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  for await (const one of all) {
    const done: Promise<void> = work(one).finally(() => running.delete(done))
    done.catch(() => {})
    running.add(done)
    if (running.size >= 4) await Promise.race(running)
  }
  await Promise.all(running)
}
