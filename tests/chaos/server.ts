import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPostmasterPid } from '#tests/support/embedded-database.ts'
import { makeDataDir, removeDataDir } from '#tests/support/temporary-folders.ts'

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

/** The server as `npm start` runs it. */
export type Server = {
  child: ChildProcess
  url: string
  log: () => string
  ready: Promise<void>
  exited: Promise<number | null>
  kill(): Promise<void>
  stop(): Promise<number | null>
}
export function startServer(
  dataDir: string,
  port: number,
  env: Record<string, string> = {},
): Server {
  const { DATABASE_URL: _, CHAOS_SECONDS: __, ...rest } = process.env
  const child = spawn(process.execPath, [main], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...rest,
      NODE_ENV: 'development',
      DEMO: 'off',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      STOP_WITH_PARENT: 'on',
      ...env,
    },
  })
  let log = ''
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
  })
  const ready = new Promise<void>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-20_000)
      if (log.includes('Laurel is ready')) resolve()
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    void exited.then((code) => reject(new Error(`the server ended with ${code}: ${log}`)))
  })
  ready.catch(() => {})
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exited
  }
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    log: () => log,
    ready,
    exited,
    kill: async () => {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
}

/** Creates a data folder that the PostgreSQL user can traverse. */
export function createDataFolder(): { dataDir: string; remove: () => Promise<void> } {
  const dataDir = makeDataDir('laurel-soak-')
  return { dataDir, remove: () => removeDataDir(dataDir) }
}

/** Whether running processes can be listed. */
export const canListProcesses = existsSync('/proc')
/** Returns the parent and the command of a process, where /proc exists. */
function readProcess(pid: string): { parent: number; command: string } | undefined {
  try {
    return {
      parent: Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]),
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
    }
  } catch {
    return undefined
  }
}

/**
 * Returns the postmaster and, if `whole` and possible, its children. Empty when PostgreSQL is not
 * running.
 */
function postgresProcesses(dataDir: string, includeChildren: boolean): number[] {
  if (!existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) return []
  const first = Number(readPostmasterPid(dataDir)[0])
  // The process id may have been reused by another program.
  if (canListProcesses && !readProcess(String(first))?.command.includes(dataDir)) return []
  const children =
    includeChildren && canListProcesses
      ? readdirSync('/proc')
          .filter((name) => /^\d+$/.test(name) && readProcess(name)?.parent === first)
          .map(Number)
      : []
  return [first, ...children]
}
function signalAll(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // exited with its parent
    }
  }
}

/** Kills PostgreSQL with SIGKILL: the postmaster and, if `whole` and possible, its children. */
export function killDatabase(dataDir: string, includeChildren: boolean): void {
  signalAll(postgresProcesses(dataDir, includeChildren), 'SIGKILL')
}

/**
 * Freezes PostgreSQL with SIGSTOP, like a hanging machine: connections stay open and nothing
 * responds. Returns the function that resumes it.
 */
export function freezeDatabase(dataDir: string): () => void {
  signalAll(postgresProcesses(dataDir, false), 'SIGSTOP')
  // Children that the postmaster started before it was frozen.
  const pids = postgresProcesses(dataDir, true)
  signalAll(pids, 'SIGSTOP')
  return () => signalAll(pids.toReversed(), 'SIGCONT')
}
