import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, constants, fstatSync, lstatSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { minimalEnvironment, postgresIdentity } from './cluster-files.ts'

/**
 * Starts PostgreSQL, and stops it when no process uses it any more. Each user holds a pipe open for
 * writing. The kernel closes it even after kill -9, and the last close causes end of file. Without
 * a final `leave`, PostgreSQL stops after 5 seconds: a killed server that restarts sooner finds it
 * running.
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

/** Opens the pipe. Returns undefined when it has no reader, which means that no watchdog runs. */
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
 * The use of the database by this process. `release` ends it for good; `detach` closes it because
 * another lease replaces it.
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
        // The pipe has no reader: the database has ended.
      }
      drop()
    },
  }
}

/** Joins the users of a running database. Returns undefined when no watchdog runs. */
export function joinDatabase(cluster: string): DatabaseLease | undefined {
  const pipe = openPipe(cluster, constants.O_WRONLY)
  return pipe === undefined ? undefined : openLease(pipe)
}

function createPipe(cluster: string): void {
  if (lstatSync(pipePath(cluster), { throwIfNoEntry: false })) return
  const result = spawnSync('mkfifo', ['-m', '600', pipePath(cluster)], {
    ...postgresIdentity,
    cwd: '/',
    env: minimalEnvironment(),
    encoding: 'utf8',
  })
  if (result.status !== 0 && !lstatSync(pipePath(cluster), { throwIfNoEntry: false }))
    throw new Error(`no pipe could be made: ${result.stderr || String(result.error)}`)
}

/**
 * Starts a database under its watchdog, with this process as its first user. Both write to the
 * descriptor `log`. Call `answered` once the database answers.
 */
export function startWithWatchdog(
  cluster: string,
  command: string[],
  log: number,
): { child: ChildProcess; lease: DatabaseLease; answered: () => void } {
  createPipe(cluster)
  // A pipe opens for writing only while it has a reader. We are the reader until the watchdog opens
  // it, which happens before it starts the database.
  const reader = openPipe(cluster, constants.O_RDONLY)
  const lease = joinDatabase(cluster)
  if (reader === undefined || !lease) throw new Error(`${pipePath(cluster)} could not be opened`)
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
  return { child, lease, answered }
}
