import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findFreePort } from '#tests/support/free-port.ts'
import { waitFor } from '#tests/browser/support/app-under-test.ts'

/** Processes are listed through /proc. */
const canListProcesses = existsSync('/proc/self/environ')
const projectRoot = fileURLToPath(new URL('../../..', import.meta.url))
let dataDir: string
let port: number
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'laurel-start-'))
  chmodSync(dataDir, 0o755)
  port = await findFreePort()
})
afterEach(async () => {
  for (const { pid } of listProcesses()) process.kill(pid, 'SIGKILL')
  await waitFor(() => Promise.resolve(listProcesses().length === 0))
  rmSync(dataDir, { recursive: true, force: true })
})

/** Returns the processes that use DATA_DIR: launchers, servers, PostgreSQL and its watchdog. */
function listProcesses(): { pid: number; command: string }[] {
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
const findPid = (part: string) =>
  listProcesses().find(
    ({ command }) =>
      command.includes(part) && !command.startsWith('npm') && !command.startsWith('sh '),
  )?.pid ?? 0

/**
 * Starts a command in its own process group, as a terminal does. Resolves once the server is ready
 * or the command has exited.
 */
async function launchCommand(command: string, args: string[], env: Record<string, string> = {}) {
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
      ...env,
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
const readyStatus = () =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.status,
    () => 0,
  )
const databasePid = () =>
  existsSync(join(dataDir, 'postgres/postmaster.pid'))
    ? readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]
    : undefined

type Termination = { name: string; terminate: (child: ChildProcess) => void }
const terminations: Termination[] = [
  { name: 'npm gets SIGTERM', terminate: (npm) => npm.kill('SIGTERM') },
  { name: 'npm is killed', terminate: (npm) => npm.kill('SIGKILL') },
  {
    name: 'the terminal sends Ctrl+C to all of them',
    terminate: (npm) => process.kill(-(npm.pid ?? 0), 'SIGINT'),
  },
  {
    name: 'the launcher is killed',
    terminate: () => process.kill(findPid('scripts/start.mjs'), 'SIGKILL'),
  },
  {
    name: 'the server is killed',
    terminate: () => process.kill(findPid('server/main.ts'), 'SIGKILL'),
  },
]

describe.skipIf(!canListProcesses)('npm start', () => {
  test('server and database stop in order however npm start ends', async () => {
    for (const { name, terminate } of terminations) {
      const { child, said: readOutput } = await launchCommand('npm', ['start'])
      expect([name, await readyStatus(), readOutput()]).toEqual([name, 200, readOutput()])
      expect(
        listProcesses().some(({ command }) => command.includes('bin/postgres')),
        name,
      ).toBe(true)
      terminate(child)
      await waitFor(() => Promise.resolve(listProcesses().length === 0), 30).catch(() => {})
      expect([name, listProcesses()]).toEqual([name, []])
      // PostgreSQL removes its pid file on a clean shutdown.
      expect([name, databasePid()]).toEqual([name, undefined])
    }
  })

  test('server and database stop when npm is killed but its shell lives', async () => {
    const script =
      "require('node:child_process').spawn('sh', ['-c', 'node scripts/start.mjs; true'], { stdio: 'inherit', env: { ...process.env, npm_lifecycle_event: 'start' } })"
    const { child } = await launchCommand(process.execPath, ['-e', script])
    expect(await readyStatus()).toBe(200)
    child.kill('SIGKILL')
    await waitFor(() => Promise.resolve(listProcesses().length === 0), 30).catch(() => {})
    expect(listProcesses()).toEqual([])
  })

  test('a second server on a taken port exits without the first', async () => {
    const first = await launchCommand('npm', ['start'])
    const database = databasePid()
    const second = await launchCommand('npm', ['start'])
    expect(await second.ended).toBe(1)
    expect(second.said()).toContain(`port ${port} is taken`)
    // Longer than the watchdog waits for a user.
    await new Promise((resolve) => setTimeout(resolve, 7_000))
    expect([await readyStatus(), databasePid()]).toEqual([200, database])
    first.child.kill('SIGTERM')
    await waitFor(() => Promise.resolve(databasePid() === undefined))
  })
})
