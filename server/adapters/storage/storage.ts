/** Keeps files by a key of our making (`[a-z0-9/.-]+`). */
export type Storage = {
  put(key: string, bytes: Buffer): Promise<void>
  /** null when there is none. */
  get(key: string): Promise<Buffer | null>
  remove(key: string): Promise<void>
}
