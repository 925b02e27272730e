import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const stopTimeoutMs = 10_000
export const pollMs = 25

/**
 * Returns whether a process id in use belongs to a running PostgreSQL: after a reboot it may be any
 * process. Checked on Linux only.
 */
function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return true
  try {
    const [, name, state] =
      /^\d+ \((.*)\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return name === 'postgres' && state !== 'Z'
  } catch {
    return true
  }
}

/**
 * Returns the process id of a running PostgreSQL of this cluster; 0 when it belongs to another
 * user.
 */
export function findRunningPid(cluster: string): number | undefined {
  try {
    const note = join(cluster, 'postmaster.pid')
    const [pid, dir] = readFileSync(note, 'utf8').split('\n')
    process.kill(Number(pid), 0)
    if (!isPostgres(Number(pid))) {
      // PostgreSQL would take that process for its own and refuse to start. Its shared memory check
      // still protects the folder.
      rmSync(note, { force: true })
      return undefined
    }
    return resolve(dir ?? '') === resolve(cluster) ? Number(pid) : undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 0 : undefined
  }
}

export async function waitUntilStopped(cluster: string, withinMs: number): Promise<boolean> {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(pollMs))
    if (findRunningPid(cluster) === undefined) return true
  return findRunningPid(cluster) === undefined
}

/**
 * Stops a database without a watchdog by fast shutdown: connections close, everything committed is
 * on disk.
 */
export async function stopOrphan(cluster: string): Promise<void> {
  const pid = findRunningPid(cluster)
  if (!pid) return
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // The process has already ended.
  }
  if (!(await waitUntilStopped(cluster, stopTimeoutMs)))
    throw new Error(
      `a PostgreSQL that nobody watches over (process ${pid}) does not stop: end it, then start Laurel again`,
    )
}
