import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { waitUntil } from '#tests/support/wait-until.ts'
import { withClient } from '#tests/support/database.ts'
import { findFreePort } from '#server/platform/net/free-port.ts'

const readDeployFile = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url)), 'utf8')

/** Returns why PgBouncer cannot run here, or null. */
export function whyPgbouncerUnavailable(): string | null {
  const [, major, minor] =
    /^PgBouncer (\d+)\.(\d+)/m.exec(
      spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '',
    ) ?? []
  if (major === undefined) return 'pgbouncer is not here'
  return Number(major) > 1 || Number(minor) >= 21
    ? null
    : `pgbouncer ${major}.${minor} does not know named statements: 1.21 does`
}

export type PgBouncer = {
  url: string
  login: string
  log: () => string
  start: () => Promise<void>
  stop: () => Promise<void>
  remove: () => Promise<void>
}

const password = 'a-password-for-tests'

/** Creates the login of deploy/pgbouncer.sql under a unique name. Returns the name. */
async function createLogin(ownerUrl: string): Promise<string> {
  const login = `laurel_web_${process.pid}_${Date.now().toString(36)}`
  await withClient(ownerUrl, (owner) =>
    owner.query(
      `${readDeployFile('pgbouncer.sql').replaceAll('laurel_web', login)}; alter role ${login} password '${password}'`,
    ),
  )
  return login
}

/** Writes the configuration to a folder. Returns the host or socket folder of the database. */
function writeConfiguration({
  ownerUrl,
  folder,
  port,
  login,
  change,
}: {
  ownerUrl: string
  folder: string
  port: number
  login: string
  change: (ini: string) => string
}): string {
  const at = new URL(ownerUrl.replace('@/', '@socket/'))
  const host = at.searchParams.get('host') ?? at.hostname
  const ini = change(
    readDeployFile('pgbouncer.ini')
      .replace(
        /^laurel = .+$/m,
        `laurel = host=${host} port=${at.port || 5432} dbname=${at.pathname.slice(1)}`,
      )
      .replaceAll('6432', String(port))
      .replace('/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt')),
  )
  writeFileSync(join(folder, 'pgbouncer.ini'), ini)
  writeFileSync(join(folder, 'userlist.txt'), `"${login}" "${password}"\n`)
  return host
}

/**
 * Starts deploy/pgbouncer.ini in front of the database at a URL, with the login of
 * deploy/pgbouncer.sql. Only names, ports and passwords differ.
 */
export async function openPgbouncer(
  ownerUrl: string,
  change: (ini: string) => string = (ini) => ini,
): Promise<PgBouncer> {
  const login = await createLogin(ownerUrl)
  const folder = mkdtempSync(join(tmpdir(), 'laurel-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await findFreePort()
  const host = writeConfiguration({ ownerUrl, folder, port, login, change })
  // PgBouncer refuses to run as root, and only its own user may access the socket of our
  // PostgreSQL.
  const { uid, gid } = statSync(host.startsWith('/') ? host : folder)
  const identity = process.getuid?.() === 0 ? { uid: uid || 65_534, gid: gid || 65_534 } : {}
  let log = ''
  let stop = () => Promise.resolve()
  async function start(): Promise<void> {
    const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
      ...identity,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let ended = false
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => {
        ended = true
        resolve()
      })
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        log = (log + chunk.toString()).slice(-20_000)
      })
    stop = async () => {
      child.kill('SIGKILL')
      await exited
    }
    try {
      await waitUntil(
        'pgbouncer answers',
        () =>
          ended ||
          withClient(url, (client) => client.query('select 1')).then(
            () => true,
            () => false,
          ),
      )
      if (ended) throw new Error('it ended')
    } catch (error) {
      await stop()
      throw new Error(`${(error as Error).message}: ${log}`, { cause: error })
    }
  }
  const url = `postgresql://${login}:${password}@127.0.0.1:${port}/laurel`
  async function remove(): Promise<void> {
    await stop()
    rmSync(folder, { recursive: true, force: true })
    await withClient(ownerUrl, async (owner) => {
      await owner.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1',
        [login],
      )
      await owner.query(`drop role ${pg.escapeIdentifier(login)}`)
    })
  }
  await start()
  return { url, login, log: () => log, start, stop: () => stop(), remove }
}
