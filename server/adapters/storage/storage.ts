/** Stores files under generated keys (`[a-z0-9/.-]+`). */
export type Storage = {
  put(key: string, bytes: Buffer): Promise<void>
  /** Returns null if the file does not exist. */
  get(key: string): Promise<Buffer | null>
  remove(key: string): Promise<void>
  /**
   * Lists all files and leftovers of interrupted writes, with their modification times. Unordered,
   * and streamed to limit memory.
   */
  list(): AsyncIterable<{ key: string; at: Date }>
}

const storageKeyPattern = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/
export const isStorageKey = (key: string): boolean => storageKeyPattern.test(key)
/** Returns the key, or throws if it is invalid. Protects against path traversal. */
export function assertStorageKey(key: string): string {
  if (!isStorageKey(key)) throw new Error('storage: bad key')
  return key
}
