import { chmod, mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertStorageKey, isStorageKey, type Storage } from './storage.ts'

/** A temporary file that a killed process left before its rename. */
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

/** Accessible by the process owner only, regardless of the umask. */
const folderMode = 0o700
const writePrivate = (path: string, bytes: Buffer) => writeFile(path, bytes, { mode: 0o600 })

/**
 * Creates a storage on the local disk under `root`. It writes to a temporary file and renames it,
 * so that readers never see a partial file; a failed write leaves nothing behind.
 */
export function createDiskStorage(
  root: string,
  write: (path: string, bytes: Buffer) => Promise<void> = writePrivate,
): Storage {
  const path = (key: string) => join(root, assertStorageKey(key))
  // Earlier versions created a world-readable folder. Its mode protects its contents too.
  void chmod(root, folderMode).catch(() => {})
  return {
    async put(key, bytes) {
      const target = path(key)
      await mkdir(dirname(target), { recursive: true, mode: folderMode })
      const temporary = `${target}.${process.pid}.part`
      try {
        await write(temporary, bytes)
        await rename(temporary, target)
      } catch (error) {
        await rm(temporary, { force: true })
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
