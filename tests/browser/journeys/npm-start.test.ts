import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest'
import { findFreePort } from '#server/platform/net/free-port.ts'
import { waitFor } from '#tests/browser/support/app-under-test.ts'

/** Processes are listed through /proc. */
const canListProcesses = existsSync('/proc/self/environ')
const projectRoot = fileURLToPath(new URL('../../..', import.meta.url))
/** A DATA_DIR and a port. */
type Installation = { dataDir: string; port: number }
async function makeInstallation(): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-start-'))
  chmodSync(dataDir, 0o755)
  return { dataDir, port: await findFreePort() }
}
/** Kills what still runs, and removes the folder. */
async function removeInstallation(installation: Installation): Promise<void> {
  for (const { pid } of listProcesses(installation)) process.kill(pid, 'SIGKILL')
  await waitFor(() => Promise.resolve(listProcesses(installation).length === 0))
  rmSync(installation.dataDir, { recursive: true, force: true })
}
/** An installation of its own for a test that runs at the same time as others. */
async function makeInstallationFor({ onTestFinished }: TestContext): Promise<Installation> {
  const installation = await makeInstallation()
  onTestFinished(() => removeInstallation(installation))
  return installation
}

/** Returns the processes that use DATA_DIR: launchers, servers, PostgreSQL and its watchdog. */
function listProcesses({ dataDir }: Installation): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        const ours =
          command.includes(dataDir) ||
          readFileSync(`/proc/${name}/environ`, 'utf8').includes(`DATA_DIR=${dataDir}\0`)
        // A zombie has no command: it has exited.
        return ours && command ? [{ pid: Number(name), command: command.slice(0, 100) }] : []
      } catch {
        return []
      }
    })
}
const findPid = (installation: Installation, part: string) =>
  listProcesses(installation).find(
    ({ command }) =>
      command.includes(part) && !command.startsWith('npm') && !command.startsWith('sh '),
  )?.pid ?? 0

/**
 * Starts a command in its own process group, as a terminal does. Resolves once the server is ready
 * or the command has exited.
 */
async function launchCommand({ dataDir, port }: Installation, command: string, args: string[]) {
  const { DATABASE_URL: _, ...rest } = process.env
  const child = spawn(command, args, {
    cwd: projectRoot,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...rest,
      NODE_ENV: 'development',
      DEMO: 'off',
      LOG_LEVEL: 'error',
      PORT: String(port),
      DATA_DIR: dataDir,
    },
  })
  let readOutput = ''
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
  })
  await new Promise<void>((resolve) => {
    const onOutput = (chunk: Buffer) => {
      readOutput += chunk.toString()
      if (readOutput.includes('Laurel is ready')) resolve()
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    void ended.then(() => resolve())
  })
  return { child, ended, said: () => readOutput }
}
const readyStatus = ({ port }: Installation) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.status,
    () => 0,
  )
const databasePid = ({ dataDir }: Installation) =>
  existsSync(join(dataDir, 'postgres/postmaster.pid'))
    ? readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]
    : undefined

type Termination = {
  name: string
  terminate: (child: ChildProcess, installation: Installation) => void
}
const terminations: Termination[] = [
  { name: 'npm gets SIGTERM', terminate: (npm) => npm.kill('SIGTERM') },
  { name: 'npm is killed', terminate: (npm) => npm.kill('SIGKILL') },
  {
    name: 'the terminal sends Ctrl+C to all of them',
    terminate: (npm) => process.kill(-(npm.pid ?? 0), 'SIGINT'),
  },
  {
    name: 'the launcher is killed',
    terminate: (_, installation) =>
      process.kill(findPid(installation, 'scripts/start.mjs'), 'SIGKILL'),
  },
  {
    name: 'the server is killed',
    terminate: (_, installation) =>
      process.kill(findPid(installation, 'server/main.ts'), 'SIGKILL'),
  },
]

describe.skipIf(!canListProcesses)('npm start', () => {
  let shared: Installation
  beforeAll(async () => {
    shared = await makeInstallation()
  })
  afterAll(() => removeInstallation(shared))

  test.each(terminations)('server and database stop in order when $name', async ({ terminate }) => {
    const { child, said: readOutput } = await launchCommand(shared, 'npm', ['start'])
    expect([await readyStatus(shared), readOutput()]).toEqual([200, readOutput()])
    expect(listProcesses(shared).some(({ command }) => command.includes('bin/postgres'))).toBe(true)
    terminate(child, shared)
    await waitFor(() => Promise.resolve(listProcesses(shared).length === 0), 30).catch(() => {})
    expect(listProcesses(shared)).toEqual([])
    // PostgreSQL removes its pid file on a clean shutdown.
    expect(databasePid(shared)).toBeUndefined()
  })

  test.concurrent('server and database stop when npm is killed but its shell lives', async (context) => {
    const installation = await makeInstallationFor(context)
    const script =
      "require('node:child_process').spawn('sh', ['-c', 'node scripts/start.mjs; true'], { stdio: 'inherit', env: { ...process.env, npm_lifecycle_event: 'start' } })"
    const { child } = await launchCommand(installation, process.execPath, ['-e', script])
    expect(await readyStatus(installation)).toBe(200)
    child.kill('SIGKILL')
    await waitFor(() => Promise.resolve(listProcesses(installation).length === 0), 30).catch(
      () => {},
    )
    expect(listProcesses(installation)).toEqual([])
  })

  test.concurrent('a second server on a taken port exits without the first', async (context) => {
    const installation = await makeInstallationFor(context)
    const first = await launchCommand(installation, 'npm', ['start'])
    const database = databasePid(installation)
    const second = await launchCommand(installation, 'npm', ['start'])
    expect(await second.ended).toBe(1)
    expect(second.said()).toContain(`port ${installation.port} is taken`)
    // Longer than the watchdog waits for a user.
    await new Promise((resolve) => setTimeout(resolve, 7_000))
    expect([await readyStatus(installation), databasePid(installation)]).toEqual([200, database])
    first.child.kill('SIGTERM')
    await waitFor(() => Promise.resolve(databasePid(installation) === undefined))
  })
})
