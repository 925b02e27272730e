import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, constants, fstatSync, lstatSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { minimalEnvironment, postgresIdentity } from './cluster-files.ts'

/**
 * Starts PostgreSQL, and stops it when no process uses it any more. Each process that uses it holds
 * a pipe open for writing; the kernel closes it however the process ends (kill -9 too), and the
 * last one gives the end of file. Unless that one said `leave`, there is a short grace: a server
 * that was killed and is started again finds its database running.
 */
const script = `
exec 3<>"$1" 4<"$1" 3>&-
shift
"$@" 4<&- &
database=$!
wait_for_end() {
  said=
  while :; do
    if read -r line <&4; then said=$line; continue; fi
    [ "$said" = leave ] && return
    sleep 5
    read -r said <&4 || return
  done
}
{ wait_for_end; kill -INT "$database"; } &
watch=$!
exec 4<&-
wait "$database"
code=$?
kill "$watch" 2>/dev/null
exit "$code"
`

const pipePath = (cluster: string) => join(cluster, 'laurel.users')

/** Opens the pipe; undefined when nobody reads it, so that nobody would stop the database. */
function openPipe(cluster: string, flag: number): number | undefined {
  let pipe: number
  try {
    pipe = openSync(pipePath(cluster), flag | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  } catch (error) {
    if (['ENXIO', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
  if (fstatSync(pipe).isFIFO()) return pipe
  closeSync(pipe)
  throw new Error(`${pipePath(cluster)} is not a pipe: remove it`)
}

/**
 * This process as a user of the database. `leave` ends that for good, `drop` because another use
 * takes its place.
 */
export type DatabaseLease = { release(): void; detach(): void }

function openLease(pipe: number): DatabaseLease {
  writeSync(pipe, 'join\n')
  let open = true
  const drop = () => {
    if (open) closeSync(pipe)
    open = false
  }
  return {
    detach: drop,
    release() {
      try {
        if (open) writeSync(pipe, 'leave\n')
      } catch {
        // Nobody reads any more: the database has ended.
      }
      drop()
    },
  }
}

/** Joins the users of a running database; undefined when nobody watches over it. */
export function joinDatabase(cluster: string): DatabaseLease | undefined {
  const pipe = openPipe(cluster, constants.O_WRONLY)
  return pipe === undefined ? undefined : openLease(pipe)
}

function createPipe(cluster: string): void {
  if (lstatSync(pipePath(cluster), { throwIfNoEntry: false })) return
  const made = spawnSync('mkfifo', ['-m', '600', pipePath(cluster)], {
    ...postgresIdentity,
    cwd: '/',
    env: minimalEnvironment(),
    encoding: 'utf8',
  })
  if (made.status !== 0 && !lstatSync(pipePath(cluster), { throwIfNoEntry: false }))
    throw new Error(`no pipe could be made: ${made.stderr || String(made.error)}`)
}

/**
 * Starts a database under its watchdog, with this process as its first user. `log` takes what they
 * say. Call `answered` once the database answers.
 */
export function startWithWatchdog(
  cluster: string,
  command: string[],
  log: number,
): { child: ChildProcess; use: DatabaseLease; answered: () => void } {
  createPipe(cluster)
  // For writing it opens only while somebody reads: we do until the watchdog does, which is before
  // it starts the database.
  const reader = openPipe(cluster, constants.O_RDONLY)
  const use = joinDatabase(cluster)
  if (reader === undefined || !use) throw new Error(`${pipePath(cluster)} could not be opened`)
  const child = spawn('/bin/sh', ['-c', script, 'laurel-database', pipePath(cluster), ...command], {
    ...postgresIdentity,
    cwd: '/',
    stdio: ['ignore', log, log],
    detached: true,
    env: minimalEnvironment(),
  })
  child.unref()
  let open = true
  const answered = () => {
    if (open) closeSync(reader)
    open = false
  }
  child.once('exit', answered)
  return { child, use, answered }
}
