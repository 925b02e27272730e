import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkedKey, isKey, type Storage } from './storage.ts'

/** Files on the machine's disk under `root`. Written beside and renamed, so that a reader never sees half a file; of a write that fails nothing stays. */
export function diskStorage(root: string, write: (path: string, bytes: Buffer) => Promise<void> = writeFile): Storage {
  const path = (key: string) => join(root, checkedKey(key))
  return {
    async put(key, bytes) {
      const to = path(key)
      await mkdir(dirname(to), { recursive: true })
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
      if (!isKey(key)) return null
      return readFile(path(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
    },
    remove: (key) => rm(path(key), { force: true }),
  }
}
