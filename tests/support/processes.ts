import { type ChildProcess, spawn } from 'node:child_process'
import { afterAll, beforeAll, inject } from 'vitest'
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

/**
 * Spawns another server process on a database; `args` are those of server-process.ts. The processes
 * of a file share one DATA_DIR, as processes of one machine do. A process prints its port once it
 * listens. The URL contains a password, so it is passed in the environment.
 */
export const spawnServer = (ownerUrl: string, ...role: string[]) =>
  spawn(process.execPath, [inject('programs').server, ...role], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      TEST_DATABASE_URL: ownerUrl,
      TEST_DATA_DIR: folderOfFile('laurel-race-'),
    },
  })

/**
 * Starts another server process and resolves once it listens; `args` are those of
 * server-process.ts.
 */
export async function startProcess(
  ownerUrl: string,
  ...role: string[]
): Promise<{ child: ChildProcess; port: number }> {
  const child = spawnServer(ownerUrl, ...role)
  return {
    child,
    port: await new Promise<number>((resolve, reject) => {
      child.stdout?.once('data', (chunk: Buffer) => resolve(Number(chunk.toString().trim())))
      child.once('exit', () => reject(new Error('a server process ended')))
    }),
  }
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
 * Starts two server processes before the tests of a file and ends them after. Returns their ports,
 * an empty list until then. `listArguments` returns the arguments of server-process.ts.
 */
export function setupTwoServers(
  findOwnerUrl: () => string,
  listArguments: () => string[] = () => [],
): readonly number[] {
  const ports: number[] = []
  const children: ChildProcess[] = []
  beforeAll(async () => {
    const start = () => startProcess(findOwnerUrl(), ...listArguments())
    const started = await Promise.all([start(), start()])
    children.push(...started.map(({ child }) => child))
    ports.push(...started.map(({ port }) => port))
  })
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
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
