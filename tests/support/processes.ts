import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import type { TestApp } from './test-app.ts'
import { makeTemporaryFolder } from './temporary-folders.ts'

export type ApiReply<T> = { status: number; body: T; codes: string[] }
export type ApiCaller = <T>(
  method: string,
  path: string,
  token: string,
  body?: unknown,
  key?: string,
) => Promise<ApiReply<T>>

/** Pictures of these processes, which they share as processes of one machine do. */
const dataDir = makeTemporaryFolder('laurel-race-')
/**
 * Another server process on a database; `role` is one of process.ts. It prints its port when it
 * listens. The address holds a password, so that it is no argument.
 */
export const spawnServer = (ownerUrl: string, ...role: string[]) =>
  spawn(process.execPath, [fileURLToPath(new URL('server-process.ts', import.meta.url)), ...role], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TEST_DATABASE_URL: ownerUrl, TEST_DATA_DIR: dataDir },
  })

/** Another server process on a database, listening; `role` is one of process.ts. */
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

/** A call of the server at a port: what it answers, refused or not. */
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
 * Two server processes on the database of a test file, started before its tests: requests go to
 * them in turn.
 */
export function setupTwoProcesses(t: TestApp): ApiCaller {
  const ports: number[] = []
  const children: ChildProcess[] = []
  let turn = 0
  beforeAll(async () => {
    for (let n = 0; n < 2; n += 1) {
      const { child, port } = await startProcess(t.ownerUrl)
      children.push(child)
      ports.push(port)
    }
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
  })
  return (method, path, token, body, key) =>
    callApiAt(ports[(turn += 1) % 2], method, path, token, body, key)
}

export const runConcurrently = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))
export const successes = <T>(replies: ApiReply<T>[]) =>
  replies.filter((reply) => reply.status === 200)
export const serverErrors = (replies: ApiReply<unknown>[]) =>
  replies.filter((reply) => reply.status >= 500).map((reply) => reply.body)
