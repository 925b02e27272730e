import { context, trace } from '@opentelemetry/api'
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { apiPrefix } from '#contract/routes/route.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { traceDatabase } from './tracing.ts'

const metricsToken = 'a-token-for-prometheus-in-tests'
const lines: string[] = []
type Line = {
  level: number
  msg: string
  event?: string
  refusal?: string
  request?: string
  workspace?: string
  job?: string
  route?: string
  status?: number
  ms?: number
  err?: { type: string; message: string; stack: string }
}
const logged = () => lines.map((line) => JSON.parse(line) as Line)
const exporter = new InMemorySpanExporter()
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
const t = setupTestApp(() => ({
  env: { LOG_LEVEL: 'trace', METRICS_TOKEN: metricsToken, OTEL: 'on' },
  log: { write: (line) => void lines.push(line) },
  wrap: traceDatabase,
}))
let team: Team
let member: Member

beforeAll(async () => {
  provider.register()
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id, {
    first_name: 'Evangelina',
    last_name: 'Quarterstaff',
  })
})
afterAll(async () => {
  await provider.shutdown()
  trace.disable()
  context.disable()
})

test('logs every line of a request with its id, workspace and route', async () => {
  lines.length = 0
  const own = await t.call('profiles.get', {
    token: member.token,
    params: { id: member.user_id },
    headers: { 'x-request-id': 'proxy.4711-abc' },
  })
  expect(own.headers['x-request-id']).toBe('proxy.4711-abc')
  expect(logged().filter((line) => line.msg === 'request')).toMatchObject([
    {
      request: 'proxy.4711-abc',
      workspace: team.workspace_id,
      method: 'GET',
      route: `${apiPrefix}/profiles/:id`,
      status: 200,
      ms: expect.any(Number) as number,
    },
  ])

  for (const strange of [
    'short',
    'with space in it',
    'x'.repeat(65),
    'a@b.example.test',
    'line\u00e9break',
  ]) {
    const answer = await t.call('config.get', {
      token: member.token,
      headers: { 'x-request-id': strange },
    })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  }
  // A refused request has an id as well; an unknown route logs no URL.
  const lost = await t.app.inject({ url: `/nowhere/${member.token}?email=${member.email}` })
  expect(lost.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(logged().at(-1)).toMatchObject({ route: 'none', status: 404 })
})

test('logs a fault with its stack and request but without quoted input', async () => {
  lines.length = 0
  const unspoiled = { ...t.services.storage }
  // Socket events deliver the body: the request's context must survive them.
  t.services.storage.put = () => Promise.reject(new Error(`no room for ${member.email}`))
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  await t.app.listen({ host: '127.0.0.1', port: 0 })
  const address = t.app.server.address()
  const response = await fetch(
    `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}${apiPrefix}/profiles/me/avatar`,
    {
      method: 'PUT',
      headers: { authorization: `Bearer ${member.token}` },
      body: buildFormData({}, png),
    },
  )
  Object.assign(t.services.storage, unspoiled)
  expect(response.status).toBeGreaterThanOrEqual(400)
  const errorLine = logged().find((line) => line.level >= 50)
  expect(errorLine).toMatchObject({
    request: response.headers.get('x-request-id'),
    workspace: team.workspace_id,
    msg: 'picture not kept',
    reason: 'no room for [address]',
  })
})

test('serves metrics by route to clients with the token only', async () => {
  const ask = (authorization?: string) =>
    t.app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })
  for (const wrong of [
    undefined,
    'Bearer ',
    `Bearer ${metricsToken}x`,
    metricsToken,
    `Bearer ${member.token}`,
  ])
    expect((await ask(wrong)).statusCode).toBe(401)
  for (let n = 0; n < 30; n += 1) await t.app.inject({ url: `/nowhere/${n}` })
  const before = (await ask(`Bearer ${metricsToken}`)).body
  await t.call('profiles.get', { token: member.token, params: { id: team.admin.user_id } })
  const { body, headers } = await ask(`Bearer ${metricsToken}`)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': expect.stringContaining('version=0.0.4') as string,
  })
  const value = (text: string, series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')
        .at(-1) ?? Number.NaN,
    )
  const labels = `method="GET",route="${apiPrefix}/profiles/:id",status="200"`
  const series = `laurel_http_request_seconds_count{${labels}}`
  expect(value(body, series)).toBe(value(before, series) + 1)
  expect(value(body, `laurel_http_request_seconds_bucket{le="10",${labels}}`)).toBe(
    value(body, series),
  )
  expect(value(body, `laurel_http_request_seconds_sum{${labels}}`)).toBeGreaterThan(0)
  expect(
    value(body, 'laurel_http_request_seconds_count{method="GET",route="none",status="404"}'),
  ).toBeGreaterThanOrEqual(30)
  expect(value(body, 'laurel_pool_connections{state="idle"}')).toBeGreaterThan(0)
  expect(value(body, 'laurel_pool_waiting')).toBe(0)
  expect(value(body, 'laurel_event_streams_open')).toBe(0)
  for (const what of ['mails', 'mails_late_s', 'gift_cards', 'provider_events', 'jobs'])
    expect(value(body, `laurel_waiting{what="${what}"}`), what).toBeGreaterThanOrEqual(0)
  expect(value(body, 'process_resident_memory_bytes')).toBeGreaterThan(1e6)
  for (const secret of [member.user_id, team.workspace_id, member.email])
    expect(body).not.toContain(secret)

  // The metric reports how long an undeliverable mail has waited.
  await t.call('users.create', {
    token: team.admin.token,
    body: { users: [{ email: 'late@example.test' }] },
  })
  t.clock.advance(600_000)
  const late = (await ask(`Bearer ${metricsToken}`)).body
  expect(value(late, 'laurel_waiting{what="mails"}')).toBeGreaterThanOrEqual(1)
  expect(value(late, 'laurel_waiting{what="mails_late_s"}')).toBeGreaterThanOrEqual(600)
})

test('serves the metrics of the process while the database is away', async () => {
  const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const away = vi.spyOn(t.services.db, 'call').mockRejectedValue(lost)
  onTestFinished(() => away.mockRestore())
  const { statusCode, body } = await t.app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  expect(statusCode).toBe(200)
  expect(body).toContain('laurel_http_request_seconds_count')
  expect(body).toContain('laurel_pool_waiting')
  expect(body).not.toContain('laurel_waiting{')
})

test('creates spans for a request and its transactions in its trace', async () => {
  // A session that is not cached: authentication is a statement of its own.
  const { token } = await makeMember(t, team.workspace_id)
  exporter.reset()
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  await t.call('posts.create', {
    token,
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    body: {
      to_id: [member.user_id],
      value_id: team.value_id,
      score: 1,
      description: 'Thank you for the traces',
    },
  })
  const spans = exporter.getFinishedSpans()
  const request = spans.find((span) => span.name === `POST ${apiPrefix}/posts`)
  expect(request?.attributes).toMatchObject({
    'http.route': `${apiPrefix}/posts`,
    'http.response.status_code': 200,
    'laurel.workspace': team.workspace_id,
  })
  expect(request?.parentSpanContext?.spanId).toBe('b7ad6b7169203331')
  const inner = spans.filter((span) => span.attributes['db.system.name'] === 'postgresql')
  expect(inner.map((span) => span.name)).toEqual(['session_enter', 'post_create'])
  for (const span of spans) expect(span.spanContext().traceId).toBe(traceId)
  for (const span of inner)
    expect(span.parentSpanContext?.spanId).toBe(request?.spanContext().spanId)
  expect(
    JSON.stringify(spans.map((span) => [span.name, span.attributes, span.events])),
  ).not.toContain('traces')
})
