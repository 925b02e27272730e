/** Keeps files by a key of our making (`[a-z0-9/.-]+`). */
export type Storage = {
  put(key: string, bytes: Buffer): Promise<void>
  /** null when there is none. */
  get(key: string): Promise<Buffer | null>
  remove(key: string): Promise<void>
  /** Everything kept, and what a put that died left, with the moment it was put: in no order, without holding all of it. */
  list(): AsyncIterable<{ key: string; at: Date }>
}
