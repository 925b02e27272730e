import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Returns whether this process is root: PostgreSQL then runs as another user, which must be able to
 * traverse DATA_DIR.
 */
export const isRoot = process.getuid?.() === 0

/**
 * Creates DATA_DIR, readable for its owner only. The mode of an existing folder stays unchanged.
 */
export function createDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: isRoot ? 0o711 : 0o700 })
}

/**
 * Returns the random secret kept in a file of DATA_DIR. Creates it (mode 0600) when it is missing;
 * when two processes race, the first one wins.
 */
export function readOrCreateSecret(file: string): string {
  createDataDir(dirname(file))
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
