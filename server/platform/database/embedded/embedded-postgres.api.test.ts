import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { embeddedOwnerUrl, readPostmasterPid } from '#tests/support/embedded-database.ts'
import { folderOfFile } from '#tests/support/temporary-folders.ts'
import { waitUntil } from '#tests/support/wait-until.ts'
import { type EmbeddedDatabase, passwordFile, startEmbeddedDatabase } from './embedded-postgres.ts'
import { rotateLog, minimalEnvironment, resolveBinaries } from './cluster-files.ts'

const asRoot = process.getuid?.() === 0
let original: string
let parent: string
let dataDir: string
let open: EmbeddedDatabase[]
let children: ChildProcess[]
// initdb takes most of the time of a test, so that most tests begin with a copy of this cluster.
beforeAll(async () => {
  original = folderOfFile('laurel-embedded-')
  chmodSync(original, 0o755)
  await (await startEmbeddedDatabase({ dataDir: join(original, 'data'), durable: false })).stop()
})
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'laurel-embedded-'))
  chmodSync(parent, 0o755)
  dataDir = join(parent, 'data')
  open = []
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const one of open) await one.stop()
  // After killed users the watchdog waits for five seconds, which one test awaits.
  const pid = children.length ? pidOf() : 0
  if (pid) process.kill(pid, 'SIGINT')
  await waitUntil('the database has ended', () => !pidOf(), 25_000)
  rmSync(parent, { recursive: true, force: true })
})

const cluster = () => join(dataDir, 'postgres')
const pidOf = () => {
  const pid = existsSync(join(cluster(), 'postmaster.pid'))
    ? Number(readPostmasterPid(dataDir)[0])
    : 0
  try {
    return pid && process.kill(pid, 0) ? pid : 0
  } catch {
    return 0
  }
}
async function start(): Promise<EmbeddedDatabase> {
  const one = await startEmbeddedDatabase({ dataDir, durable: false })
  open.push(one)
  return one
}
/** Gives DATA_DIR a cluster that was started and stopped, with its owners and modes. */
const copyCluster = () =>
  expect(spawnSync('cp', ['-a', join(original, 'data'), dataDir]).status).toBe(0)
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
/** Returns the user of a connection, or the code of its refusal. */
async function connectAs(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<{ user: string }>('select current_user as user')).rows[0]?.user ?? ''
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  } finally {
    await client.end().catch(() => {})
  }
}
/** Starts another process that uses the same database until it is killed. */
async function startUser(env: Record<string, string> = {}): Promise<ChildProcess> {
  const script = `import { startEmbeddedDatabase } from ${JSON.stringify(fileURLToPath(new URL('embedded-postgres.ts', import.meta.url)))}
    await startEmbeddedDatabase({ dataDir: ${JSON.stringify(dataDir)}, durable: false }); console.log('ready'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  children.push(child)
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', () => reject(new Error('the process ended')))
  })
  return child
}

test('keeps socket, password and log private within DATA_DIR', async () => {
  await start()
  expect(readPostmasterPid(dataDir)[4]).toBe(cluster())
  expect([
    modeOf(cluster()),
    modeOf(passwordFile(dataDir)),
    modeOf(join(dataDir, 'postgres.log')),
    modeOf(dataDir),
  ]).toEqual(['700', '600', '600', asRoot ? '711' : '700'])
  if (asRoot) expect([0, 65_534]).not.toContain(lstatSync(cluster()).uid)
  expect(
    readdirSync(tmpdir()).filter(
      (name) =>
        /^laurel-[0-9a-f]{12}$/.test(name) &&
        statSync(join(tmpdir(), name)).mtimeMs > statSync(parent).birthtimeMs,
    ),
  ).toEqual([])
})

test('refuses connections without the password', async () => {
  copyCluster()
  const { ownerUrl } = await start()
  const password = readFileSync(passwordFile(dataDir), 'utf8')
  expect(password.length).toBeGreaterThan(40)
  expect(await connectAs(ownerUrl)).toBe('laurel_owner')
  expect(await connectAs(ownerUrl.replace(password, 'x'))).toBe('28P01')
  expect(await connectAs(ownerUrl.replace(`:${password}`, ''))).not.toBe('laurel_owner')
})

test.skipIf(!existsSync('/proc/self/environ'))(
  'starts PostgreSQL without our settings in its environment',
  async () => {
    copyCluster()
    process.env['SMTP_URL'] = 'smtp://user:password@127.0.0.1:9'
    try {
      await start()
    } finally {
      delete process.env['SMTP_URL']
    }
    const names = readFileSync(`/proc/${pidOf()}/environ`, 'utf8')
      .split('\0')
      .map((pair) => pair.split('=')[0] ?? '')
    // PostgreSQL adds variables of its own, the shell PWD.
    expect(
      names.filter(
        (name) =>
          name && name !== 'PWD' && !name.startsWith('PG') && !(name in minimalEnvironment()),
      ),
    ).toEqual([])
    expect(names).not.toContain('SMTP_URL')
  },
)

test('joins the running database from a process with another TMPDIR', async () => {
  copyCluster()
  await start()
  const before = pidOf()
  const elsewhere = join(parent, 'elsewhere')
  mkdirSync(elsewhere)
  await startUser({ TMPDIR: elsewhere })
  expect(pidOf()).toBe(before)
})

test('stops the database with its last user even when that is killed', async () => {
  copyCluster()
  const first = await startUser()
  const pid = pidOf()
  const second = await startUser()
  first.kill('SIGKILL')
  await sleep(7_000)
  expect(pidOf()).toBe(pid)
  second.kill('SIGKILL')
  await waitUntil('the database has ended', () => !pidOf(), 25_000)
  expect(existsSync(join(cluster(), 'postmaster.pid'))).toBe(false)
})

test('keeps the database running when a killed server restarts at once', async () => {
  copyCluster()
  const first = await startUser()
  const pid = pidOf()
  first.kill('SIGKILL')
  await startUser()
  await sleep(7_000)
  expect(pidOf()).toBe(pid)
})

test('takes over a database without a watchdog', async () => {
  copyCluster()
  // Like an earlier version: without a watchdog and without a password.
  writeFileSync(join(cluster(), 'pg_hba.conf'), 'local all all trust\n')
  const sockets = join(parent, 'sockets')
  mkdirSync(sockets, { mode: 0o700 })
  const { uid, gid } = lstatSync(cluster())
  chownSync(sockets, uid, gid)
  const orphan = spawn(
    join(resolveBinaries(), 'bin/postgres'),
    ['-D', cluster(), '-c', 'listen_addresses=', '-c', `unix_socket_directories=${sockets}`],
    { ...(asRoot ? { uid, gid } : {}), cwd: '/', env: minimalEnvironment(), stdio: 'ignore' },
  )
  children.push(orphan)
  await waitUntil(
    'it runs',
    () =>
      pidOf() === orphan.pid &&
      readPostmasterPid(dataDir)[4] === sockets &&
      /ready/.test(readPostmasterPid(dataDir)[7] ?? ''),
    15_000,
  )

  const { ownerUrl } = await start()
  expect(pidOf()).not.toBe(orphan.pid)
  expect(await connectAs(ownerUrl)).toBe('laurel_owner')
  expect(await connectAs(ownerUrl.replace(/:[^:@/]+@/, ':x@'))).toBe('28P01')
})

/** Creates a cluster in the state of an earlier version. */
async function makeOldCluster(): Promise<void> {
  mkdirSync(cluster(), { recursive: true, mode: 0o700 })
  chmodSync(dataDir, 0o755)
  if (asRoot) chownSync(cluster(), 65_534, 65_534)
  const made = spawnSync(
    join(resolveBinaries(), 'bin/initdb'),
    [
      '-D',
      cluster(),
      '-U',
      'laurel_owner',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ],
    {
      ...(asRoot ? { uid: 65_534, gid: 65_534 } : {}),
      cwd: '/',
      env: minimalEnvironment(),
      encoding: 'utf8',
    },
  )
  expect(made.stderr).toBe('')
}

test('requires a password for a cluster of an earlier version', async () => {
  await makeOldCluster()
  const { ownerUrl } = await start()
  expect(await connectAs(ownerUrl)).toBe('laurel_owner')
  expect(await connectAs(ownerUrl.replace(/:[^:@/]+@/, ':x@'))).toBe('28P01')
  expect(readFileSync(join(cluster(), 'pg_hba.conf'), 'utf8')).not.toContain('trust')
  if (asRoot) expect(spawnSync('find', [cluster(), '-user', '65534']).stdout.toString()).toBe('')
  expect(modeOf(cluster())).toBe('700')
})

test('replaces a lost password when started by the owner of the files', async () => {
  copyCluster()
  rmSync(passwordFile(dataDir))
  expect(await connectAs((await start()).ownerUrl)).toBe('laurel_owner')
})

test('refuses a folder that is a link, public or owned by another user', async () => {
  mkdirSync(dataDir, { mode: 0o755 })
  const other = join(parent, 'other')
  mkdirSync(other, { mode: 0o700 })
  writeFileSync(join(other, 'PG_VERSION'), '18')
  symlinkSync(other, cluster())
  await expect(start()).rejects.toThrow(/is not a folder/)
  rmSync(dataDir, { recursive: true })

  copyCluster()
  chmodSync(cluster(), 0o777)
  await expect(start()).rejects.toThrow(/is open to other users \(mode 777\)/)
  chmodSync(cluster(), 0o700)
  if (!asRoot) return
  chownSync(cluster(), 4_321, 4_321)
  await expect(start()).rejects.toThrow(/belongs to user 4321/)
})

test('uses a random socket folder when the path of DATA_DIR is too long', async () => {
  dataDir = join(parent, 'x'.repeat(100))
  const first = await start()
  const sockets = readPostmasterPid(dataDir)[4] ?? ''
  expect([lstatSync(sockets).mode & 0o777, lstatSync(sockets).uid]).toEqual([
    0o700,
    lstatSync(cluster()).uid,
  ])
  expect(await connectAs(embeddedOwnerUrl(dataDir))).toBe('laurel_owner')
  await first.stop()
  open = []
  expect(existsSync(sockets)).toBe(false)
  // Another user created the folder first.
  mkdirSync(sockets, { mode: 0o777 })
  chmodSync(sockets, 0o777)
  try {
    await expect(start()).rejects.toThrow(/is open to other users|belongs to user/)
  } finally {
    rmSync(sockets, { recursive: true })
  }
})

test('logs no failed statements and bounds the log', async () => {
  copyCluster()
  const { ownerUrl } = await start()
  const log = join(dataDir, 'postgres.log')
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const before = statSync(log).size
  for (let n = 0; n < 50; n += 1)
    await client
      .query("do $$ begin raise exception 'refused' using errcode = 'LA001'; end $$")
      .catch(() => {})
  await client.end()
  expect(statSync(log).size).toBe(before)

  appendFileSync(log, 'x'.repeat(5_000))
  rotateLog(dataDir, 4_000)
  expect([statSync(log).size, statSync(`${log}.1`).size, modeOf(`${log}.1`)]).toEqual([
    0,
    before + 5_000,
    '600',
  ])
})
