import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually, freePort } from './product.ts'

/** Which processes there are is asked of /proc. */
const known = existsSync('/proc/self/environ')
const root = fileURLToPath(new URL('..', import.meta.url))
let dataDir: string
let port: number
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'laurel-start-'))
  chmodSync(dataDir, 0o755)
  port = await freePort()
})
afterEach(async () => {
  for (const { pid } of running()) process.kill(pid, 'SIGKILL')
  await eventually(() => Promise.resolve(running().length === 0))
  rmSync(dataDir, { recursive: true, force: true })
})

/** The processes that work on DATA_DIR: launchers, servers, PostgreSQL and its watchdog. */
function running(): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        const ours =
          command.includes(dataDir) ||
          readFileSync(`/proc/${name}/environ`, 'utf8').includes(`DATA_DIR=${dataDir}\0`)
        // A zombie has no command: it has ended.
        return ours && command ? [{ pid: Number(name), command: command.slice(0, 100) }] : []
      } catch {
        return []
      }
    })
}
const pidOf = (part: string) =>
  running().find(
    ({ command }) =>
      command.includes(part) && !command.startsWith('npm') && !command.startsWith('sh '),
  )?.pid ?? 0

/**
 * Starts a command as a terminal does, in a process group of its own; resolves once the server is
 * ready or the command has ended.
 */
async function launch(command: string, words: string[], env: Record<string, string> = {}) {
  const { DATABASE_URL: _, ...rest } = process.env
  const child = spawn(command, words, {
    cwd: root,
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
  let said = ''
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
  })
  await new Promise<void>((resolve) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Laurel is ready')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then(() => resolve())
  })
  return { child, ended, said: () => said }
}
const answers = () =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.status,
    () => 0,
  )
const databasePid = () =>
  existsSync(join(dataDir, 'postgres/postmaster.pid'))
    ? readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]
    : undefined

type Ending = { name: string; end: (child: ChildProcess) => void }
const endings: Ending[] = [
  { name: 'npm gets SIGTERM', end: (npm) => npm.kill('SIGTERM') },
  { name: 'npm is killed', end: (npm) => npm.kill('SIGKILL') },
  {
    name: 'the terminal sends Ctrl+C to all of them',
    end: (npm) => process.kill(-(npm.pid ?? 0), 'SIGINT'),
  },
  { name: 'the launcher is killed', end: () => process.kill(pidOf('bin/start.mjs'), 'SIGKILL') },
  { name: 'the server is killed', end: () => process.kill(pidOf('server/main.ts'), 'SIGKILL') },
]

describe.skipIf(!known)('npm start', () => {
  test('server and database end in order, however npm start is ended', async () => {
    for (const { name, end } of endings) {
      const { child, said } = await launch('npm', ['start'])
      expect([name, await answers(), said()]).toEqual([name, 200, said()])
      expect(
        running().some(({ command }) => command.includes('bin/postgres')),
        name,
      ).toBe(true)
      end(child)
      await eventually(() => Promise.resolve(running().length === 0), 30).catch(() => {})
      expect([name, running()]).toEqual([name, []])
      // PostgreSQL takes its note away when it ends in order.
      expect([name, databasePid()]).toEqual([name, undefined])
    }
  })

  test('server and database end when npm is killed and its shell lives on', async () => {
    const script =
      "require('node:child_process').spawn('sh', ['-c', 'node bin/start.mjs; true'], { stdio: 'inherit', env: { ...process.env, npm_lifecycle_event: 'start' } })"
    const { child } = await launch(process.execPath, ['-e', script])
    expect(await answers()).toBe(200)
    child.kill('SIGKILL')
    await eventually(() => Promise.resolve(running().length === 0), 30).catch(() => {})
    expect(running()).toEqual([])
  })

  test('a second server that finds its port taken ends alone', async () => {
    const first = await launch('npm', ['start'])
    const database = databasePid()
    const second = await launch('npm', ['start'])
    expect(await second.ended).toBe(1)
    expect(second.said()).toContain(`port ${port} is taken`)
    // Longer than the watchdog waits for a user.
    await new Promise((resolve) => setTimeout(resolve, 7_000))
    expect([await answers(), databasePid()]).toEqual([200, database])
    first.child.kill('SIGTERM')
    await eventually(() => Promise.resolve(databasePid() === undefined))
  })
})
