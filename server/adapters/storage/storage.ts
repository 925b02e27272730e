/** Keeps files by a key of our making (`[a-z0-9/.-]+`). */
export type Storage = {
  put(key: string, bytes: Buffer): Promise<void>
  /** null when there is none. */
  get(key: string): Promise<Buffer | null>
  remove(key: string): Promise<void>
  /**
   * Everything kept, and what a put that died left, with the moment it was put: in no order,
   * without holding all of it.
   */
  list(): AsyncIterable<{ key: string; at: Date }>
}

const storageKeyPattern = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/
export const isStorageKey = (key: string): boolean => storageKeyPattern.test(key)
/** The key, if it is one; no file is looked for by another. */
export function assertStorageKey(key: string): string {
  if (!isStorageKey(key)) throw new Error('storage: bad key')
  return key
}
