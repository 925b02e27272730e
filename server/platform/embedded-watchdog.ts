import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, constants, fstatSync, lstatSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { bareEnvironment, identity } from './embedded-files.ts'

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

const pipeOf = (cluster: string) => join(cluster, 'laurel.users')

/** Opens the pipe; undefined when nobody reads it, so that nobody would stop the database. */
function openPipe(cluster: string, flag: number): number | undefined {
  let pipe: number
  try {
    pipe = openSync(pipeOf(cluster), flag | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  } catch (error) {
    if (['ENXIO', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
  if (fstatSync(pipe).isFIFO()) return pipe
  closeSync(pipe)
  throw new Error(`${pipeOf(cluster)} is not a pipe: remove it`)
}

/**
 * This process as a user of the database. `leave` ends that for good, `drop` because another use
 * takes its place.
 */
export type DatabaseUse = { leave(): void; drop(): void }

function openUse(pipe: number): DatabaseUse {
  writeSync(pipe, 'join\n')
  let open = true
  const drop = () => {
    if (open) closeSync(pipe)
    open = false
  }
  return {
    drop,
    leave() {
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
export function joinDatabase(cluster: string): DatabaseUse | undefined {
  const pipe = openPipe(cluster, constants.O_WRONLY)
  return pipe === undefined ? undefined : openUse(pipe)
}

function createPipe(cluster: string): void {
  if (lstatSync(pipeOf(cluster), { throwIfNoEntry: false })) return
  const made = spawnSync('mkfifo', ['-m', '600', pipeOf(cluster)], {
    ...identity,
    cwd: '/',
    env: bareEnvironment(),
    encoding: 'utf8',
  })
  if (made.status !== 0 && !lstatSync(pipeOf(cluster), { throwIfNoEntry: false }))
    throw new Error(`no pipe could be made: ${made.stderr || String(made.error)}`)
}

/**
 * Starts a database under its watchdog, with this process as its first user. `log` takes what they
 * say. Call `answered` once the database answers.
 */
export function startWatched(
  cluster: string,
  command: string[],
  log: number,
): { child: ChildProcess; use: DatabaseUse; answered: () => void } {
  createPipe(cluster)
  // For writing it opens only while somebody reads: we do until the watchdog does, which is before
  // it starts the database.
  const reader = openPipe(cluster, constants.O_RDONLY)
  const use = joinDatabase(cluster)
  if (reader === undefined || !use) throw new Error(`${pipeOf(cluster)} could not be opened`)
  const child = spawn('/bin/sh', ['-c', script, 'laurel-database', pipeOf(cluster), ...command], {
    ...identity,
    cwd: '/',
    stdio: ['ignore', log, log],
    detached: true,
    env: bareEnvironment(),
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
