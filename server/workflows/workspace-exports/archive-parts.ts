import type { Storage } from '#server/adapters/storage/storage.ts'

/** The storage reads and writes whole files, so an archive is stored in parts of this size. */
const partBytes = 8 * 1_048_576

/**
 * Returns the key of a part, without the folder of the workspace. The first part is 0. `partsId`: of
 * the attempt, because a process that was paused may go on beside its successor.
 */
const toPartKey = (partsId: string, part: number): string =>
  `export-${partsId}-${String(part).padStart(5, '0')}.zip`

/** Returns the keys of the parts of an archive in the storage. */
export const listPartKeys = (workspaceId: string, partsId: string, parts: number): string[] =>
  Array.from({ length: parts }, (_, part) => `${workspaceId}/${toPartKey(partsId, part)}`)

/**
 * Stores a stream in parts. Calls `onPart` after each with the number of parts and bytes so far; it
 * throws to stop.
 */
export async function storeParts(
  storage: Storage,
  workspaceId: string,
  partsId: string,
  content: AsyncIterable<Buffer>,
  onPart: (parts: number, bytes: number) => Promise<void>,
): Promise<void> {
  let chunks: Buffer[] = []
  let [parts, bytes, waiting] = [0, 0, 0]
  const storePart = async () => {
    await storage.put(`${workspaceId}/${toPartKey(partsId, parts)}`, Buffer.concat(chunks))
    parts += 1
    bytes += waiting
    chunks = []
    waiting = 0
    await onPart(parts, bytes)
  }
  for await (const chunk of content) {
    chunks.push(chunk)
    waiting += chunk.length
    if (waiting >= partBytes) await storePart()
  }
  if (waiting > 0) await storePart()
}

/** Yields a stored archive. `first` is its first part, which the caller has read already. */
export async function* readParts(
  storage: Storage,
  keys: readonly string[],
  first: Buffer,
): AsyncGenerator<Buffer> {
  yield first
  for (const key of keys.slice(1)) {
    const part = await storage.get(key)
    if (!part) throw new Error(`archive: ${key} is missing`)
    yield part
  }
}
