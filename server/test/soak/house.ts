import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** The server as `npm start` runs it. */
export type Server = { child: ChildProcess; url: string; log: () => string; ready: Promise<void>; exited: Promise<number | null>; kill(): Promise<void>; stop(): Promise<number | null> }
export function startServer(dataDir: string, port: number, env: Record<string, string> = {}): Server {
  const { DATABASE_URL: _, SOAK_SECONDS: __, ...rest } = process.env
  const child = spawn(process.execPath, [main], {
    cwd: root, stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...rest, NODE_ENV: 'development', DEMO: 'off', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', RATE_LIMITS: 'off', ...env },
  })
  let log = ''
  const exited = new Promise<number | null>((resolve) => { child.once('exit', resolve) })
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-20_000)
      if (log.includes('Laurel is ready')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void exited.then((code) => reject(new Error(`the server ended with ${code}: ${log}`)))
  })
  ready.catch(() => {})
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exited
  }
  return { child, url: `http://127.0.0.1:${port}`, log: () => log, ready, exited, kill: async () => { await end('SIGKILL') }, stop: () => end('SIGTERM') }
}

/** A folder for the data of a server, where PostgreSQL's own user may walk. */
export function dataFolder(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-soak-'))
  chmodSync(dataDir, 0o755)
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

const note = (dataDir: string) => readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
/** The address of the embedded database: the fifth line of its own note says where its socket is. */
export const databaseOf = (dataDir: string) => `postgresql://laurel_owner@/laurel?host=${encodeURIComponent(note(dataDir)[4] ?? '')}`

/** kill -9 of PostgreSQL: of its first process, and where they can be found also of those that it started. */
export function killDatabase(dataDir: string, whole: boolean): void {
  const first = Number(note(dataDir)[0])
  const children = whole && existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((name) => {
    try {
      return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]) === first
    } catch {
      return false
    }
  }).map(Number) : []
  for (const pid of [first, ...children]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // gone with its parent
    }
  }
}
