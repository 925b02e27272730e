import { type ChildProcess, spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { withClient } from './database.ts'
import type { TestApp } from './test-app.ts'
import { folderOfFile } from './temporary-folders.ts'

export type ApiReply<T> = { status: number; body: T; codes: string[] }
export type ApiCaller = <T>(
  method: string,
  path: string,
  token: string,
  body?: unknown,
  key?: string,
) => Promise<ApiReply<T>>

/** What server-process.ts runs. `isWorker`: workers too. */
export type ServerOrder = {
  url: string
  dataDir: string
  isWorker: boolean
  settings: Record<string, string>
  maxConnections: number
}
type ServerOptions = Partial<Omit<ServerOrder, 'url' | 'dataDir'>>

/** Orders a server. The processes of a file share one DATA_DIR, as processes of one machine do. */
function orderServer(child: ChildProcess, url: string, options: ServerOptions): void {
  const order: ServerOrder = {
    url,
    dataDir: folderOfFile('laurel-race-'),
    isWorker: false,
    settings: {},
    maxConnections: 20,
    ...options,
  }
  child.stdin?.write(`${JSON.stringify(order)}\n`)
}
function spawnProcess(): ChildProcess {
  const child = spawn(process.execPath, [inject('programs').server], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  // A test may kill the process at any time.
  child.stdin.on('error', () => {})
  child.once('exit', () => idleProcesses.delete(child))
  return child
}

/** Spawns a server process on a database, which prints its port once it listens. */
export function spawnServer(ownerUrl: string, options: ServerOptions = {}): ChildProcess {
  const child = spawnProcess()
  orderServer(child, ownerUrl, options)
  return child
}

/** Processes of this worker that run no server. Starting one takes two seconds of CPU time. */
const idleProcesses = new Set<ChildProcess>()
function takeIdleProcess(): ChildProcess | undefined {
  const [idle] = idleProcesses
  if (idle) idleProcesses.delete(idle)
  return idle
}

/** Resolves to the next line of a process, and rejects when it ends before. */
const readLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    const onLine = (chunk: Buffer) => {
      child.off('exit', onExit)
      resolve(chunk.toString().trim())
    }
    const onExit = () => {
      child.stdout?.off('data', onLine)
      reject(new Error('a server process ended'))
    }
    child.stdout?.once('data', onLine)
    child.once('exit', onExit)
  })

/** Starts a server in another process and resolves once it listens. */
export async function startProcess(
  ownerUrl: string,
  options: ServerOptions = {},
): Promise<{ child: ChildProcess; port: number }> {
  const child = takeIdleProcess() ?? spawnProcess()
  orderServer(child, ownerUrl, options)
  return { child, port: Number(await readLine(child)) }
}

const stopTimeoutMs = 5_000
/**
 * Ends the server of a process, which runs the next one that a test starts. A process that the test
 * has killed is left alone, and one that does not stop in time is killed.
 */
export async function releaseProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.killed) return
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  const stopped = readLine(child)
  child.stdin?.write('stop\n')
  await stopped.then(
    () => idleProcesses.add(child),
    () => {},
  )
  clearTimeout(timer)
}

/** Calls the server at a port. Returns the status, the body and the error codes. */
export async function callApiAt<T>(
  port: number | undefined,
  method: string,
  path: string,
  token: string | null,
  body?: unknown,
  key?: string,
): Promise<ApiReply<T>> {
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await response.text()
  const json = (text ? JSON.parse(text) : undefined) as
    | (T & { errors?: { code: string }[] })
    | undefined
  return {
    status: response.status,
    body: json as T,
    codes: json?.errors?.map((one) => one.code) ?? [],
  }
}

/**
 * Starts two servers before the tests of a file and ends them after. Returns their ports, an empty
 * list until then.
 */
export function setupTwoServers(
  findOwnerUrl: () => string,
  findOptions: () => ServerOptions = () => ({}),
): readonly number[] {
  const ports: number[] = []
  const children: ChildProcess[] = []
  beforeAll(async () => {
    const start = () => startProcess(findOwnerUrl(), findOptions())
    const started = await Promise.all([start(), start()])
    children.push(...started.map(({ child }) => child))
    ports.push(...started.map(({ port }) => port))
  })
  afterAll(async () => {
    await Promise.all(children.map(releaseProcess))
  })
  return ports
}

/** Starts two server processes. The returned caller alternates between them. */
export function setupTwoProcesses(t: TestApp): ApiCaller {
  const ports = setupTwoServers(() => t.ownerUrl)
  let callCount = 0
  return (method, path, token, body, key) =>
    callApiAt(ports[(callCount += 1) % 2], method, path, token, body, key)
}

/**
 * Fails a file whose transactions deadlocked: the server repeats them, so that no answer shows it.
 * Called before the servers are set up, whose sessions report their deadlocks when they end.
 */
export function forbidDeadlocks(t: TestApp): void {
  afterAll(async () => {
    const count = await withClient(t.ownerUrl, (client) =>
      client.query<{ deadlocks: number }>(
        'select deadlocks from pg_stat_database where datname = current_database()',
      ),
    )
    expect(count.rows).toEqual([{ deadlocks: 0 }])
  })
}

/** Posts a payload 20 times at once, alternately to two servers. Returns status and text of each. */
export const postToBoth = (
  ports: readonly number[],
  path: string,
  { payload, headers }: { payload: string; headers: Record<string, string> },
) =>
  runConcurrently(20, async (n) => {
    const url = `http://127.0.0.1:${ports[n % 2]}${path}`
    const response = await fetch(url, { method: 'POST', body: payload, headers })
    return { status: response.status, text: await response.text() }
  })

export const runConcurrently = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))
export const successes = <T>(replies: ApiReply<T>[]) =>
  replies.filter((reply) => reply.status === 200)
export const serverErrors = (replies: ApiReply<unknown>[]) =>
  replies.filter((reply) => reply.status >= 500).map((reply) => reply.body)
