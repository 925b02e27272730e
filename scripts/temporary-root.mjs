// The temporary folder of one test run, and the check that no files or processes remain in it.
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Caches that a child program keeps for its next run. */
const keptCaches = new Set(['node-compile-cache'])

const memoryFolder = '/dev/shm'
const memoryFolderMinBytes = 2 * 2 ** 30
const memoryMinBytes = 8 * 2 ** 30

/**
 * Returns whether /dev/shm has room for a run and can execute programs. A database is copied there
 * in a tenth of the time that a disk takes, and each test file copies one.
 */
function isMemoryFolderUsable() {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, path]) => path === memoryFolder)
    const { bavail, bsize } = statfsSync(memoryFolder)
    return (
      mount?.[2] === 'tmpfs' &&
      !mount[3]?.split(',').includes('noexec') &&
      bavail * bsize >= memoryFolderMinBytes &&
      freemem() >= memoryMinBytes
    )
  } catch {
    return false
  }
}

/**
 * Creates the folder: in TMPDIR when that is set, else in memory when there is enough of it. Mode
 * 711: the PostgreSQL user must be able to traverse it.
 */
export function makeTemporaryRoot() {
  const parent = !process.env.TMPDIR && isMemoryFolderUsable() ? memoryFolder : tmpdir()
  const folder = mkdtempSync(join(parent, 'laurel-run-'))
  chmodSync(folder, 0o711)
  return folder
}

/**
 * Returns the processes whose command or TMPDIR names the folder, except this one. Returns none on
 * systems without /proc.
 */
export function listProcesses(folder) {
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

/**
 * Returns one line per remaining process or file, after waiting up to `exitTimeoutMs` for processes
 * that are exiting.
 */
export async function listLeftovers(folder, exitTimeoutMs = 15_000) {
  for (const end = Date.now() + exitTimeoutMs; listProcesses(folder).length && Date.now() < end;)
    await sleep(100)
  return [
    ...listProcesses(folder).map(
      ({ pid, command }) => `process ${pid} is still running: ${command}`,
    ),
    ...readdirSync(folder)
      .filter((name) => !keptCaches.has(name))
      .map((name) => `${name} is left in the temporary folder`),
  ]
}

/** Kills the processes that still use the folder, then removes it. */
export async function removeTemporaryRoot(folder) {
  for (let tries = 0; listProcesses(folder).length && tries < 50; tries += 1) {
    for (const { pid } of listProcesses(folder)) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // already exited
      }
    }
    await sleep(100)
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
