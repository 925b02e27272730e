import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import type { TestApp } from './app.ts'

export type Reply<T> = { status: number; body: T; codes: string[] }
export type Ask = <T>(method: string, path: string, token: string, body?: unknown, key?: string) => Promise<Reply<T>>

/** Two server processes on the database of a test file, started before its tests: requests go to them in turn. */
export function twoProcesses(t: TestApp): Ask {
  const ports: number[] = []
  const children: ChildProcess[] = []
  let turn = 0
  beforeAll(async () => {
    const script = fileURLToPath(new URL('process.ts', import.meta.url))
    for (let n = 0; n < 2; n += 1) {
      const child = spawn(process.execPath, [script, t.ownerUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
      children.push(child)
      ports.push(await new Promise<number>((resolve, reject) => {
        child.stdout?.once('data', (chunk: Buffer) => resolve(Number(chunk.toString().trim())))
        child.once('exit', () => reject(new Error('a server process ended')))
      }))
    }
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
  })
  return async <T>(method: string, path: string, token: string, body?: unknown, key?: string): Promise<Reply<T>> => {
    const response = await fetch(`http://127.0.0.1:${ports[(turn += 1) % 2]}/api${path}`, {
      method, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) }, body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.text()
    const json = (text ? JSON.parse(text) : undefined) as T & { errors?: { code: string }[] } | undefined
    return { status: response.status, body: json as T, codes: json?.errors?.map((one) => one.code) ?? [] }
  }
}

export const many = <T>(count: number, work: (n: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, n) => work(n)))
export const good = <T>(replies: Reply<T>[]) => replies.filter((reply) => reply.status === 200)
export const faults = (replies: Reply<unknown>[]) => replies.filter((reply) => reply.status >= 500).map((reply) => reply.body)
