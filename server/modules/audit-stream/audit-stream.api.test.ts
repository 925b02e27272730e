import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayMs, secondMs } from '#contract/durations.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { retentionWorker } from '#server/modules/retention/worker.ts'
import { makeMember, makeTeam, markPresent, type Team } from '#tests/support/factories.ts'
import { waitForLock, withClient } from '#tests/support/database.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { startTlsServer, testCertificate, type TlsServer } from '#tests/support/tls-server.ts'
import { auditStreamWorker, sendStream } from './worker.ts'

const t = setupTestApp()
let team: Team
let receiver: Server
let tls: TlsServer
let url: string
let status: number
let requests: { path: string; headers: IncomingHttpHeaders; body: string }[]
/** Runs before the next answer. */
let beforeAnswer: () => Promise<unknown>

beforeAll(async () => {
  receiver = createServer((request, response) => {
    void text(request).then(async (body) => {
      requests.push({ path: request.url ?? '', headers: request.headers, body })
      const run = beforeAnswer
      beforeAnswer = () => Promise.resolve()
      await run()
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`
  tls = await startTlsServer()
})
afterAll(async () => {
  receiver.close()
  await tls.stop()
})
beforeEach(async () => {
  team = await makeTeam(t)
  await markPresent(t, team.admin)
  status = 200
  requests = []
  beforeAnswer = () => Promise.resolve()
  tls.received.length = 0
})

const save = (body: Partial<BodyInputOf<'audit_stream.save'>> = {}) =>
  t.call('audit_stream.save', {
    token: team.admin.token,
    body: {
      kind: 'https',
      target: url,
      header_name: 'Authorization',
      secret: 'Splunk token',
      ...body,
    },
  })
const streamOf = async () =>
  (await t.call('audit_stream.get', { token: team.admin.token })).body.stream
const act = (limit: number) =>
  t.call('settings.update', { token: team.admin.token, body: { limit } })
const send = async () => {
  await auditStreamWorker.run(t.services, () => false)
  await auditStreamWorker.drain?.(t.services)
}
const actionsOf = (body: string) =>
  body
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { action: string }).action)

test('entries are sent as JSON lines with the header of the receiver', async () => {
  await save()
  await act(10)
  await send()
  expect(requests).toHaveLength(1)
  expect(requests[0]?.headers).toMatchObject({
    authorization: 'Splunk token',
    'content-type': 'application/x-ndjson',
  })
  expect(actionsOf(requests[0]?.body ?? '')).toEqual(['audit_stream.save', 'settings.update'])
  expect(requests[0]?.body).toContain(team.workspace_id)
  await send()
  expect(requests).toHaveLength(1)
  expect(await streamOf()).toMatchObject({
    waiting: 0,
    failures: 0,
    delivered_at: t.clock.now().toISOString(),
  })
})

test('sign-ins are sent too', async () => {
  await save()
  await send()
  const invited = await makeMember(t, team.workspace_id)
  const { body } = await t.call('auth.create_temporary', { token: invited.token })
  await t.call('auth.create_session', {
    token: body.access_token,
    body: { workspace_id: team.workspace_id },
  })
  await send()
  expect(actionsOf(requests[1]?.body ?? '')).toEqual(['sign_in.enter'])
})

test('entries are sent over syslog with their octet counts', async () => {
  await save({ kind: 'syslog', target: `127.0.0.1:${tls.port}`, authority: testCertificate })
  await act(10)
  await send()
  await expect.poll(() => tls.received.length).toBe(1)
  const frames: string[] = []
  let rest = Buffer.from(tls.received[0] ?? '')
  while (rest.length) {
    const [count = ''] = rest.toString('utf8').split(' ', 1)
    const start = count.length + 1
    frames.push(rest.subarray(start, start + Number(count)).toString('utf8'))
    rest = rest.subarray(start + Number(count))
  }
  expect(frames).toEqual([
    expect.stringMatching(/^<109>1 \S+Z localhost laurel - audit_stream\.save - \{/),
    expect.stringMatching(/^<109>1 \S+Z localhost laurel - settings\.update - \{/),
  ])
})

test('a syslog receiver without a trusted certificate gets nothing', async () => {
  await save({ kind: 'syslog', target: `127.0.0.1:${tls.port}` })
  await send()
  expect(tls.received).toEqual([])
  expect(await streamOf()).toMatchObject({
    failures: 1,
    waiting: 1,
    last_error: expect.stringContaining('certificate') as string,
  })
})

test('a receiver that fails is asked again later and misses nothing', async () => {
  await save()
  status = 503
  await send()
  await act(10)
  await send()
  expect(requests).toHaveLength(1)
  expect(await streamOf()).toMatchObject({ failures: 1, last_error: 'status 503', waiting: 2 })
  status = 200
  t.clock.advance(6 * secondMs)
  await send()
  expect(actionsOf(requests[1]?.body ?? '')).toEqual(['audit_stream.save', 'settings.update'])
  expect(await streamOf()).toMatchObject({ failures: 0, last_error: '', waiting: 0 })
})

test('two workers send an entry once', async () => {
  await save()
  await Promise.all([
    sendStream(t.services, team.workspace_id),
    sendStream(t.services, team.workspace_id),
  ])
  expect(requests).toHaveLength(1)
})

test('a failure of an earlier receiver does not count for the new one', async () => {
  await save()
  status = 503
  beforeAnswer = () => save({ target: `${url}/new` })
  await send()
  expect(await streamOf()).toMatchObject({ failures: 0, last_error: '', waiting: 2 })
  status = 200
  await send()
  expect(requests.map(({ path }) => path)).toEqual(['/events', '/events/new'])
})

test('entries after a batch go to a receiver that was set since', async () => {
  await save()
  await t.services.db.tenant(team.workspace_id, async (trx) => {
    const actor = { workspace_id: team.workspace_id, user_id: null, kind: 'session' as const }
    for (let n = 0; n < 500; n += 1)
      await audit(trx, actor, 'workspace.reset_demo_data', {}, t.clock.now())
  })
  beforeAnswer = () => save({ target: `${url}/new` })
  await send()
  await send()
  expect(requests.map(({ path, body }) => [path, actionsOf(body).length])).toEqual([
    ['/events', 500],
    ['/events/new', 2],
  ])
})

test('a secret that is saved at the same time stays with its receiver', async () => {
  await save()
  const { workspace_id: workspaceId, admin } = team
  let saved: ReturnType<typeof save> | undefined
  await withClient(t.ownerUrl, async (owner) => {
    await owner.query('begin')
    await owner.query('select 1 from settings where workspace_id = $1 for update', [workspaceId])
    await owner.query(
      "update audit_streams set target = target || '/new', secret = 'x' where workspace_id = $1",
      [workspaceId],
    )
    saved = t.call('audit_stream.save', {
      token: admin.token,
      body: { kind: 'https', target: url, header_name: 'authorization' },
    })
    await waitForLock(owner)
    await owner.query('commit')
  })
  expect((await saved)?.body.stream).toMatchObject({ target: url, has_secret: false })
  await send()
})

test('a paused stream keeps its entries', async () => {
  await save({ state: 'paused' })
  await send()
  expect([requests.length, (await streamOf())?.waiting]).toEqual([0, 1])
  await save()
  await send()
  expect(actionsOf(requests[0]?.body ?? '')).toEqual(['audit_stream.save', 'audit_stream.save'])
})

test('the secret is stored encrypted and never reaches another receiver', async () => {
  await save()
  const row = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('audit_streams').select('secret').executeTakeFirstOrThrow(),
  )
  expect(row.secret?.toString('latin1')).not.toContain('Splunk')
  expect(JSON.stringify(await streamOf())).not.toContain('Splunk')
  const other = `${url}/other`
  await t.call('audit_stream.save', {
    token: team.admin.token,
    body: { kind: 'https', target: other, header_name: 'authorization' },
  })
  expect(await streamOf()).toMatchObject({ target: other, has_secret: false })
})

test.each([
  [{ target: 'http://10.0.0.1/' }, 'address_refused'],
  [{ target: 'ftp://siem.example/' }, 'address_refused'],
  [{ kind: 'syslog' as const, target: '192.168.1.1:6514' }, 'address_refused'],
  [{ kind: 'syslog' as const, target: 'siem.example:0' }, 'address_refused'],
  [{ header_name: 'Content-Length' }, 'wrong_format'],
  [{ secret: 'a\r\nb' }, 'invisible_characters'],
  [{ authority: 'no certificate' }, 'certificate_invalid'],
])('%j is refused', async (body, code) => {
  expect((await save(body)).codes).toEqual([code])
})

test('a test entry says why the receiver does not take it', async () => {
  await save()
  const check = async () =>
    (await t.call('audit_stream.test', { token: team.admin.token })).body.error
  expect(await check()).toBe('')
  expect(actionsOf(requests[0]?.body ?? '')).toEqual(['audit_stream.test'])
  status = 401
  expect(await check()).toBe('status 401')
})

const listWaiting = () =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('audit_stream_entries').selectAll().execute(),
  )

test('a removed stream keeps nothing', async () => {
  await save()
  const { body } = await t.call('audit_stream.remove', { token: team.admin.token })
  expect(body.stream).toBeNull()
  await act(10)
  expect(await listWaiting()).toEqual([])
  const { items } = (await t.call('workspace.audit', { token: team.admin.token })).body
  expect(items.map(({ action }) => action)).toEqual([
    'settings.update',
    'audit_stream.remove',
    'audit_stream.save',
  ])
})

test('entries that nobody takes are deleted after 30 days', async () => {
  await save({ state: 'paused' })
  t.clock.advance(31 * dayMs)
  await retentionWorker.run(t.services, () => false)
  expect(await listWaiting()).toEqual([])
})
