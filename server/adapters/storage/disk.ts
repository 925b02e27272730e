import { chmod, mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertStorageKey, isStorageKey, type Storage } from './storage.ts'

/** What a put leaves that was killed before it renamed. */
const partialFilePattern = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+\.\d+\.part$/

async function* listFiles(root: string, prefix: string): AsyncGenerator<{ key: string; at: Date }> {
  const folder = await opendir(join(root, prefix)).catch(() => null)
  for await (const entry of folder ?? []) {
    const key = prefix ? `${prefix}/${entry.name}` : entry.name
    if (entry.isDirectory()) yield* listFiles(root, key)
    else {
      const found = await stat(join(root, key)).catch(() => null)
      if (found && (isStorageKey(key) || partialFilePattern.test(key)))
        yield { key, at: found.mtime }
    }
  }
}

/** For the owner of the process alone, whatever its umask is. */
const folderMode = 0o700
const writePrivate = (path: string, bytes: Buffer) => writeFile(path, bytes, { mode: 0o600 })

/**
 * Files on the machine's disk under `root`. Written beside and renamed, so that a reader never sees
 * half a file; of a write that fails nothing stays.
 */
export function createDiskStorage(
  root: string,
  write: (path: string, bytes: Buffer) => Promise<void> = writePrivate,
): Storage {
  const path = (key: string) => join(root, assertStorageKey(key))
  // A folder of an earlier version may be open to everybody; closing it closes what is in it.
  void chmod(root, folderMode).catch(() => {})
  return {
    async put(key, bytes) {
      const to = path(key)
      await mkdir(dirname(to), { recursive: true, mode: folderMode })
      const beside = `${to}.${process.pid}.part`
      try {
        await write(beside, bytes)
        await rename(beside, to)
      } catch (error) {
        await rm(beside, { force: true })
        throw error
      }
    },
    async get(key) {
      if (!isStorageKey(key)) return null
      return readFile(path(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
    },
    async remove(key) {
      await rm(partialFilePattern.test(key) ? join(root, key) : path(key), { force: true })
    },
    list: () => listFiles(root, ''),
  }
}
