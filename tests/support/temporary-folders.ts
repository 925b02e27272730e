import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import { waitUntil } from './wait-until.ts'

function readRunningPid(note: string): number {
  const pid = Number(readFileSync(note, 'utf8').split('\n')[0])
  process.kill(pid, 0)
  return pid
}

/**
 * Waits until the embedded database of a DATA_DIR has ended. One whose server was killed is told
 * to, instead of waiting for its watchdog.
 */
export async function waitForDatabaseExit(dataDir: string): Promise<void> {
  const note = join(dataDir, 'postgres', 'postmaster.pid')
  let told = 0
  await waitUntil(
    'the database ends',
    () => {
      try {
        const pid = existsSync(note) ? readRunningPid(note) : 0
        if (pid && pid !== told) process.kill((told = pid), 'SIGINT')
        return !pid
      } catch {
        return true
      }
    },
    20_000,
  )
}

/** Removes a DATA_DIR, once its database has ended. */
export async function removeDataDir(dataDir: string): Promise<void> {
  await waitForDatabaseExit(dataDir)
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/**
 * Creates a folder in which PostgreSQL's own user may walk. Whoever makes it removes it
 * (`removeDataDir`).
 */
export function makeDataDir(name: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), name))
  chmodSync(dataDir, 0o755)
  return dataDir
}

/**
 * Creates a temporary folder that is removed with the running test, or outside of one after all
 * tests of the file.
 */
export function makeTemporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), name))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    onTestFinished(remove)
  } catch {
    afterAll(remove)
  }
  return folder
}
