import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import { waitUntil } from './wait-until.ts'

function readRunningPid(pidFile: string): number {
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  process.kill(pid, 0)
  return pid
}

/**
 * Waits until the embedded database of a DATA_DIR has exited. Sends SIGINT to it, instead of
 * waiting for its watchdog.
 */
async function waitForDatabaseExit(dataDir: string): Promise<void> {
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  let signaledPid = 0
  await waitUntil(
    'the database ends',
    () => {
      try {
        const pid = existsSync(pidFile) ? readRunningPid(pidFile) : 0
        if (pid && pid !== signaledPid) process.kill((signaledPid = pid), 'SIGINT')
        return !pid
      } catch {
        return true
      }
    },
    20_000,
  )
}

/** Removes a DATA_DIR once its database has exited. */
export async function removeDataDir(dataDir: string): Promise<void> {
  await waitForDatabaseExit(dataDir)
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/**
 * Creates a folder that the PostgreSQL user can traverse. The caller removes it with
 * `removeDataDir`.
 */
export function makeDataDir(name: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), name))
  chmodSync(dataDir, 0o755)
  return dataDir
}

/**
 * Creates a temporary folder that is removed after the running test, or outside of a test after the
 * file.
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

const foldersOfFile = new Map<string, string>()
/** Returns a folder that the tests of a file share. `server-setup.ts` removes it after the file. */
export function folderOfFile(name: string): string {
  const folder = foldersOfFile.get(name) ?? mkdtempSync(join(tmpdir(), name))
  foldersOfFile.set(name, folder)
  return folder
}

/** Removes the folders of `folderOfFile`. */
export function removeFoldersOfFile(): void {
  for (const folder of foldersOfFile.values()) rmSync(folder, { recursive: true, force: true })
  foldersOfFile.clear()
}
