import type { ChildProcess } from 'node:child_process'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Post } from '#contract/schemas/posts.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import {
  callApiAt,
  releaseProcess,
  successes,
  runConcurrently,
  startProcess,
} from '#tests/support/processes.ts'

/** Three server processes behind one address with round-robin balancing behave like one. */
const t = setupTestApp(() => ({ at: new Date() }))
const children: ChildProcess[] = []
let proxy: Server
let port: number
/** Index of the answering process of each request. */
const answeringProcesses: number[] = []
let team: Team
let [giver, receiver]: Member[] = []

beforeAll(async () => {
  const ports: number[] = []
  for (let n = 0; n < 3; n += 1) {
    const started = await startProcess(t.ownerUrl)
    children.push(started.child)
    ports.push(started.port)
  }
  proxy = createServer((incoming, outgoing) => {
    const processIndex = ((answeringProcesses.at(-1) ?? 0) + 1) % ports.length
    answeringProcesses.push(processIndex)
    const onward = request(
      {
        port: ports[processIndex],
        host: '127.0.0.1',
        method: incoming.method,
        path: incoming.url,
        headers: incoming.headers,
      },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve)
  })
  port = (proxy.address() as AddressInfo).port
  team = await makeTeam(t)
  ;[giver, receiver] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
})
afterAll(async () => {
  for (const child of children) await releaseProcess(child)
  proxy?.closeAllConnections()
  proxy?.close()
})
const callThroughProxy = <T>(
  method: string,
  path: string,
  token: string | null,
  body?: unknown,
  key?: string,
) => callApiAt<T>(port, method, path, token, body, key)
const postBody = (score: number) => ({
  to_id: [receiver?.user_id],
  value_id: team.value_id,
  score,
  description: 'Thank you, all of you',
})

test('sign-in continues on another process at every step', async () => {
  const email = 'ada@one-address.test'
  const sent = await callThroughProxy<{ sig: string }>('POST', '/auth/get_code', null, { email })
  const subject = await t.services.db.global
    .selectFrom('mailbox')
    .select('subject')
    .where('to_address', '=', email)
    .executeTakeFirstOrThrow()
  const signed = await callThroughProxy<{ access_token: string }>(
    'POST',
    '/auth/verify_code',
    null,
    {
      email,
      sig: sent.body.sig,
      code: subject.subject.slice(0, limits.code_digits),
    },
  )
  expect(signed.status).toBe(200)
  const session = await callThroughProxy<{ access_token: string }>(
    'POST',
    '/auth/workspaces',
    signed.body.access_token,
    { name: 'One address', timezone: 'UTC', language: 'en' },
  )
  expect(session.status).toBe(200)
  // Three requests, so that each process is asked.
  const configs = await runConcurrently(3, () =>
    callThroughProxy<AppConfig>('GET', '/config', session.body.access_token),
  )
  expect(configs.map(({ body }) => body.workspace.name)).toEqual([
    'One address',
    'One address',
    'One address',
  ])
  expect(
    (await callThroughProxy('DELETE', '/auth/session', session.body.access_token)).status,
  ).toBe(204)
  expect(
    (
      await runConcurrently(3, () => callThroughProxy('GET', '/config', session.body.access_token))
    ).map(({ status }) => status),
  ).toEqual([401, 401, 401])
  expect(new Set(answeringProcesses).size).toBe(3)
})

test('a change on one process applies to the next request on another', async () => {
  expect((await callThroughProxy('PUT', '/settings', team.admin.token, { limit: 40 })).status).toBe(
    200,
  )
  const grants = await runConcurrently(30, () =>
    callThroughProxy<Post>('POST', '/posts', giver?.token ?? '', postBody(5)),
  )
  expect(successes(grants)).toHaveLength(8)
  expect(
    new Set(grants.filter(({ status }) => status !== 200).flatMap(({ codes }) => codes)),
  ).toEqual(new Set(['no_points']))
  expect(
    (await callThroughProxy('PUT', '/settings', team.admin.token, { limit: null })).status,
  ).toBe(200)
  // One key at every process: one post, and the same response from each.
  const same = await runConcurrently(9, () =>
    callThroughProxy<Post>('POST', '/posts', giver?.token ?? '', postBody(1), 'the-same-key'),
  )
  expect(successes(same)).toHaveLength(9)
  expect(new Set(same.map(({ body }) => body.id)).size).toBe(1)
  expect(
    (await callThroughProxy<Post[]>('GET', '/posts', receiver?.token ?? '')).body,
  ).toHaveLength(9)
  expect(
    (await callThroughProxy('DELETE', `/users/${giver?.user_id}`, team.admin.token)).status,
  ).toBeLessThan(300)
  expect(
    (await runConcurrently(3, () => callThroughProxy('GET', '/posts', giver?.token ?? ''))).map(
      ({ status }) => status,
    ),
  ).toEqual([401, 401, 401])
  await t.checkLedger()
})

test('an open page receives events of every process', async () => {
  const leave = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/api/events`, {
    headers: { authorization: `Bearer ${receiver?.token}` },
    signal: leave.signal,
  })
  let received = ''
  const reading = (async () => {
    for await (const chunk of response.body ?? [])
      received += new TextDecoder().decode(chunk as Uint8Array)
  })().catch(() => {})
  await expect.poll(() => received).toContain('event: open')
  const posts = await runConcurrently(3, () =>
    callThroughProxy<Post>('POST', '/posts', team.admin.token, postBody(2)),
  )
  // The first stream of a process starts the listener and reports events that it may have missed.
  await expect
    .poll(
      () =>
        posts.every(({ body }) => received.includes(body.id)) || received.includes('event: missed'),
      { timeout: 15_000 },
    )
    .toBe(true)
  const last = await callThroughProxy<Post>('POST', '/posts', team.admin.token, postBody(2))
  await expect.poll(() => received, { timeout: 15_000 }).toContain(last.body.id)
  leave.abort()
  await reading
})
