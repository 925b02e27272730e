import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readOrCreateSecret } from '#server/platform/data-dir.ts'
import {
  adoptCluster,
  requiresPassword,
  assertPrivateFolder,
  minimalEnvironment,
  rotateLog,
  resolveClusterPath,
  createCluster,
  initdbIdentity,
  isOwnedByNobody,
  logPath,
  openLog,
  resolveBinaries,
  resolveSocketFolder,
  writeAuthenticationConfig,
} from './cluster-files.ts'
import { type DatabaseLease, joinDatabase, startWithWatchdog } from './watchdog.ts'

/**
 * A PostgreSQL of our own. `ownerUrl` connects as the schema's owner, with its password; `reused`:
 * it ran already. `stop` ends the use of this process: the database stops with its last user, for
 * whom this waits.
 */
export type EmbeddedDatabase = { ownerUrl: string; reused: boolean; stop(): Promise<void> }
export type EmbeddedOptions = {
  dataDir: string
  log?: (line: string) => void
  /** false switches fsync off: for tests alone. */
  durable?: boolean
}

const databaseName = 'laurel'
const ownerRole = 'laurel_owner'
const windows = process.platform === 'win32'
/** So many times a database that ends at once is started. */
const startAttemptsMax = 6
const startTimeoutMs = 30_000
const stopTimeoutMs = 10_000
const pollMs = 25

/** Where the password of the schema's owner is kept. */
export const passwordFile = (dataDir: string): string => join(dataDir, 'postgres.password')

function runInitdb(native: string, folder: string, password: string): void {
  const result = spawnSync(
    join(native, 'bin', 'initdb'),
    [
      '-D',
      folder,
      '-U',
      ownerRole,
      '--auth=scram-sha-256',
      `--pwfile=${password}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      '--no-sync',
    ],
    { ...initdbIdentity, cwd: '/', env: minimalEnvironment(), encoding: 'utf8' },
  )
  if (result.status !== 0)
    throw new Error(
      `the database could not be created: ${(result.stderr || String(result.error)).trim().split('\n').at(-1)}`,
    )
  writeAuthenticationConfig(folder, 'scram')
}

/**
 * Whether a number in use is that of a PostgreSQL that lives: after a restart of the machine it may
 * be anybody's. Told on Linux alone.
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

/** The process that holds the cluster, if it is alive and a PostgreSQL of this very folder. */
function findRunningPid(cluster: string): number | undefined {
  try {
    const note = join(cluster, 'postmaster.pid')
    const [pid, dir] = readFileSync(note, 'utf8').split('\n')
    process.kill(Number(pid), 0)
    if (!isPostgres(Number(pid))) {
      // PostgreSQL itself would take the stranger for its own and refuse to start; what it shares
      // in memory still guards the folder.
      rmSync(note, { force: true })
      return undefined
    }
    return resolve(dir ?? '') === resolve(cluster) ? Number(pid) : undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 0 : undefined
  }
}

async function waitUntilStopped(cluster: string, withinMs: number): Promise<boolean> {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(pollMs))
    if (findRunningPid(cluster) === undefined) return true
  return findRunningPid(cluster) === undefined
}

/** Fast shutdown: connections are closed, everything committed is on disk. */
async function stopOrphan(cluster: string): Promise<void> {
  const pid = findRunningPid(cluster)
  if (!pid) return
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // gone already
  }
  if (!(await waitUntilStopped(cluster, stopTimeoutMs)))
    throw new Error(
      `a PostgreSQL that nobody watches over (process ${pid}) does not stop: end it, then start Laurel again`,
    )
}

/** Runs `work` on a connection of its own. */
async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether the database answers; `refused`: it does, but the password is not the one it knows. */
async function probe(url: string): Promise<'answers' | 'refused' | 'silent'> {
  try {
    await withConnection(url, (client) => client.query('select 1'))
    return 'answers'
  } catch (error) {
    return ['28P01', '28000'].includes((error as { code?: string }).code ?? '')
      ? 'refused'
      : 'silent'
  }
}

/**
 * Lets the schema's owner in by this password alone: a cluster of before asked for none, and of one
 * that was copied the password may be missing. While it is set, the socket lies in a folder that
 * nobody else can enter.
 */
async function setPassword(cluster: string, url: string, password: string): Promise<void> {
  const reload = () => {
    const pid = findRunningPid(cluster)
    if (pid) process.kill(pid, 'SIGHUP')
  }
  const until = async (url_: string, answer: Awaited<ReturnType<typeof probe>>) => {
    for (const end = Date.now() + stopTimeoutMs; (await probe(url_)) !== answer;) {
      if (Date.now() > end) throw new Error('the password of the database could not be set')
      await sleep(pollMs)
    }
  }
  writeAuthenticationConfig(cluster, 'trust')
  reload()
  await until(url, 'answers')
  await withConnection(url, (client) =>
    client.query(`alter role ${ownerRole} password '${password}'`),
  )
  writeAuthenticationConfig(cluster, 'scram')
  reload()
  await until(url.replace(password, 'wrong'), 'refused')
  await until(url, 'answers')
}

function buildPostgresCommand(
  native: string,
  cluster: string,
  sockets: string,
  durable: boolean,
): string[] {
  const flags = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: '256MB',
    // Errors of statements are the server's to log: here each refused call would be a line, with
    // its values.
    log_min_messages: 'log',
    log_line_prefix: '%m [%p] ',
    wal_compression: 'on',
    random_page_cost: '1.1',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return [
    join(native, 'bin', 'postgres'),
    '-D',
    cluster,
    ...Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  await withConnection(adminUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
      databaseName,
    ])
    if (!rowCount)
      await client.query(`create database ${databaseName}`).catch((error: { code?: string }) => {
        // Two processes at once: the other one made it.
        if (error.code !== '42P04' && error.code !== '23505') throw error
      })
  })
}

/** Whether nobody else is connected. Connections that we have just closed take a moment to go. */
async function hasNoOtherClients(adminUrl: string): Promise<boolean> {
  const others = `select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'
      and pid <> pg_backend_pid()`
  return withConnection(adminUrl, async (client) => {
    for (let tries = 0; tries < 8; tries += 1) {
      const { rows } = await client.query<{ count: number }>(others)
      if (rows[0]?.count === 0) return true
      await sleep(pollMs)
    }
    return false
  }).catch(() => true)
}

type ClusterContext = {
  cluster: string
  command: string[]
  dataDir: string
  log: (line: string) => void
}

/**
 * The database as this process uses it: it joins one that runs under a watchdog, starts one where
 * none does, and starts it again when it dies.
 */
function createDatabaseHandle({ cluster, command, dataDir, log }: ClusterContext) {
  let use: DatabaseLease | undefined
  let answered = () => {}
  let exited: number | null | undefined
  function begin(): void {
    exited = undefined
    rotateLog(dataDir)
    const file = openLog(dataDir)
    const started = startWithWatchdog(cluster, command, file)
    closeSync(file)
    use?.detach()
    ;({ use, answered } = started)
    started.child.once('exit', (code) => {
      exited = code
    })
  }
  let watch: NodeJS.Timeout | undefined
  return {
    begin,
    join: () => (use = joinDatabase(cluster)) !== undefined,
    exitCode: () => exited,
    answered: () => answered(),
    /**
     * A database that dies under us is started again, by whichever process looks first; PostgreSQL
     * recovers by itself.
     */
    watch() {
      watch = setInterval(() => {
        try {
          rotateLog(dataDir)
          if (findRunningPid(cluster) !== undefined) return answered()
          log('database died: starting it again')
          begin()
        } catch (error) {
          log(`database could not be started: ${String(error)}`)
        }
      }, 1_000).unref()
    },
    leave() {
      clearInterval(watch)
      use?.release()
    },
  }
}

/**
 * Waits until the database answers. One that ends at once, or was ending when it was joined, is
 * started a few times.
 */
async function waitUntilResponsive(
  url: string,
  { cluster, dataDir }: ClusterContext,
  own: ReturnType<typeof createDatabaseHandle>,
  joined: boolean,
): Promise<'answers' | 'refused'> {
  const deadline = Date.now() + startTimeoutMs
  for (let tries = 1; ;) {
    const found = await probe(url)
    if (found !== 'silent') {
      own.answered()
      return found
    }
    // What a killed one has left behind (memory in use by processes that end just now) may be in
    // the way for a moment.
    if ((own.exitCode() !== undefined || joined) && findRunningPid(cluster) === undefined) {
      if (tries >= startAttemptsMax)
        throw new Error(
          `the database did not start (exit ${own.exitCode()}): see ${logPath(dataDir)}`,
        )
      tries += 1
      await sleep(joined ? pollMs : 500)
      if (findRunningPid(cluster) === undefined) own.begin()
      joined = false
    }
    if (Date.now() > deadline) throw new Error('the database did not answer within 30 seconds')
    await sleep(pollMs)
  }
}

/**
 * Starts (or joins) the PostgreSQL kept in DATA_DIR. It listens on a Unix socket alone, in a folder
 * that is closed to others, and asks for a password. A stale lock is PostgreSQL's own to clear.
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  if (windows) throw new Error('on Windows set DATABASE_URL to a PostgreSQL of yours')
  const { dataDir, log = () => {} } = options
  const native = resolveBinaries()
  const cluster = resolveClusterPath(dataDir)
  const password = readOrCreateSecret(passwordFile(dataDir))
  if (!existsSync(join(cluster, 'PG_VERSION')))
    createCluster(cluster, password, (folder, file) => runInitdb(native, folder, file))
  const sockets = resolveSocketFolder(cluster, dataDir)
  const urlOf = (name: string) =>
    `postgresql://${ownerRole}:${password}@/${name}?host=${encodeURIComponent(sockets)}`
  const place: ClusterContext = {
    cluster,
    command: buildPostgresCommand(native, cluster, sockets, options.durable ?? true),
    dataDir,
    log,
  }
  const own = createDatabaseHandle(place)

  if (isOwnedByNobody(cluster)) {
    await stopOrphan(cluster)
    adoptCluster(cluster)
  }
  assertPrivateFolder(cluster)
  // First whether it runs, then whether it is watched over: a watchdog is there before its
  // database.
  const joined = findRunningPid(cluster) !== undefined && own.join()
  if (!joined) {
    // Of an earlier version, or its watchdog was killed: nobody would ever stop it.
    await stopOrphan(cluster)
    own.begin()
  }
  try {
    const found = await waitUntilResponsive(urlOf('postgres'), place, own, joined)
    if (found === 'refused' || !requiresPassword(cluster))
      await setPassword(cluster, urlOf('postgres'), password)
    await ensureDatabase(urlOf('postgres'))
  } catch (error) {
    own.leave()
    throw error
  }
  log(joined ? 'database joined' : 'database started')
  own.watch()
  return {
    ownerUrl: urlOf(databaseName),
    reused: joined,
    async stop() {
      const alone = await hasNoOtherClients(urlOf('postgres'))
      own.leave()
      if (!alone || !(await waitUntilStopped(cluster, stopTimeoutMs)) || sockets === cluster) return
      // The socket's own folder lies among temporary files: the next start makes another.
      try {
        rmdirSync(sockets)
      } catch {
        // in use again already
      }
    },
  }
}
