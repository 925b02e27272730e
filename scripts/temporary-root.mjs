// A temporary folder for one run of the tests, and what is left in it or still works on it when
// they have ended.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What programs that we run keep there for their next run. */
const caches = new Set(['node-compile-cache'])
const patience_ms = 15_000

/** Creates the folder. The user of PostgreSQL may walk through it. */
export function makeTemporaryRoot() {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-run-'))
  chmodSync(folder, 0o711)
  return folder
}

/**
 * Processes whose command or TMPDIR names the folder, except this one. Known where there is a
 * /proc.
 */
export function processesOf(folder) {
  if (!existsSync('/proc/self/environ')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        const isOurs =
          command.includes(folder) ||
          readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(`TMPDIR=${folder}`)
        return isOurs && command ? [{ pid: Number(name), command: command.slice(0, 120) }] : []
      } catch {
        return []
      }
    })
}

/** What is left, in a line each, after a moment for processes that are just ending. */
export async function leftovers(folder) {
  for (const end = Date.now() + patience_ms; processesOf(folder).length && Date.now() < end;)
    await sleep(100)
  return [
    ...processesOf(folder).map(({ pid, command }) => `process ${pid} is still running: ${command}`),
    ...readdirSync(folder)
      .filter((name) => !caches.has(name))
      .map((name) => `${name} is left in the temporary folder`),
  ]
}

/** Removes the folder, and ends first what still works on it. */
export async function removeTemporaryRoot(folder) {
  for (let tries = 0; processesOf(folder).length && tries < 50; tries += 1) {
    for (const { pid } of processesOf(folder)) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // ended by itself
      }
    }
    await sleep(100)
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
