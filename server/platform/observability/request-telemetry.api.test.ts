import { context, trace } from '@opentelemetry/api'
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiPrefix } from '#contract/routes/route.ts'
import { createImpersonationLink } from '#server/modules/auth/impersonation.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  inviteTokenOf,
  makeMember,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { createLog, scrub, serializeError } from './log.ts'
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
const codeIn = (email: string) =>
  t.mails.findLast((mail) => mail.to === email)?.subject.slice(0, 6) ?? ''

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
  const told = logged().find((line) => line.level >= 50)
  expect(told).toMatchObject({
    request: response.headers.get('x-request-id'),
    workspace: team.workspace_id,
    msg: 'picture not kept',
    reason: 'no room for [address]',
  })
})

test('removes personal data from logged errors', () => {
  const refused = Object.assign(
    new Error('duplicate key value violates unique constraint "users_email"'),
    {
      severity: 'ERROR',
      code: '23505',
      detail: 'Key (email)=(eva@example.test) already exists.',
      constraint: 'users_email',
      table: 'users',
    },
  )
  const told = serializeError(
    new Error('could not send to eva@example.test at 10.1.2.3', { cause: refused }),
  )
  expect(told).toMatchObject({
    type: 'Error',
    message: 'could not send to [address] at [ip]',
    cause: { code: '23505', constraint: 'users_email', table: 'users' },
  })
  expect(told.stack).toContain('request-telemetry.api.test.ts')
  expect(JSON.stringify(told)).not.toContain('eva@')
  expect(
    scrub(`${member.token} 123456 +4915112345678 ::1 fe80:0:0:1::2 12:30:59 ${team.workspace_id}`),
  ).toBe(`[token] [number] [number] [ip] [ip] 12:30:59 ${team.workspace_id}`)
  const out: string[] = []
  createLog('info', { write: (line) => void out.push(line) }).error(
    { err: 'eva@example.test', reason: refused.detail, email: 'eva@example.test' },
    'x',
  )
  expect(out.join('')).not.toContain('eva@')
})

test('logs no personal data during the main journeys at level trace', async () => {
  lines.length = 0
  const text = 'The very particular thing you did for us'
  const email = 'newcomer@journey.example.test'
  const {
    body: { sig },
  } = await t.call('auth.get_code', { body: { email } })
  const code = codeIn(email)
  await t.call('auth.verify_code', {
    body: { email, sig, code: code === '000000' ? '000001' : '000000' },
  })
  const { body: verified } = await t.call('auth.verify_code', { body: { email, sig, code } })
  const made = await t.call('auth.create_workspace', {
    token: verified.access_token,
    body: { name: 'Zephyrine Ltd', timezone: 'UTC', language: 'en' },
  })
  const token = made.body.access_token
  await t.call('profiles.update_me', {
    token,
    body: { first_name: 'Bartholomew', last_name: 'Featherington', phone: '+4915112345678' },
  })
  await t.call('users.create', {
    token,
    body: { users: [{ email: 'invited@journey.example.test', first_name: 'Wilhelmina' }] },
  })
  await processOutbox(t.services)
  const invited =
    t.mails
      .findLast((mail) => mail.to === 'invited@journey.example.test')
      ?.text.match(/https?:\S+/)?.[0] ?? ''
  const invite = inviteTokenOf(invited)
  await t.call('auth.verify_invite', { body: { token: invite } })
  const joined = await t.call('auth.accept_invite', { body: { token: invite } })
  await addBalance(t, member, 50)
  await t.call('posts.create', {
    token: member.token,
    key: 'a-key-of-the-journey',
    body: { to_id: [team.admin.user_id], value_id: team.value_id, score: 5, description: text },
  })
  await t.call('posts.list', { token: member.token, query: { search: 'particular thing' } })
  const reward = await t.call('rewards.create', {
    token: team.admin.token,
    body: { title: 'Marzipan', price: 5, comment_required: true },
  })
  await t.call('shop.redeem', {
    token: member.token,
    params: { id: reward.body.id },
    body: { comment: 'without almonds please' },
  })
  t.failMail.value = true
  await processOutbox(t.services)
  t.failMail.value = false
  // Impersonation, an access token, an invalid token, and forbidden calls.
  const link =
    (await createImpersonationLink(
      t.services.db,
      team.workspace_id,
      member.email,
      'Operatrix',
      t.clock.now(),
    )) ?? ''
  const place = (await t.call('auth.impersonate', { body: { token: link } })).body.access_token
  await t.call('profiles.update_me', { token: place, body: { job_title: 'Cartographer' } })
  await markPresent(t, team.admin)
  const own = (
    await t.call('tokens.create', {
      token: team.admin.token,
      body: { name: 'Sesquipedalian', scopes: ['settings:write'], expires_on: '2026-07-01' },
    })
  ).body.token
  await t.call('settings.update', { token: own, body: { limit: 40 } })
  await t.call('users.list', { token: own })
  await t.call('settings.update', { token: member.token, body: { limit: 40 } })
  await t.call('auth.end_session', { token })
  await t.call('config.get', { token })

  const events = logged().flatMap(({ event, refusal }) =>
    event ? [`${event} ${refusal ?? ''}`.trim()] : [],
  )
  for (const wanted of [
    'sign_in',
    'sign_in invalid_code',
    'act',
    'refused scope_missing',
    'refused forbidden',
    'refused unauthorized',
  ])
    expect(events).toContain(wanted)
  expect(logged().filter((line) => line.msg === 'request').length).toBeGreaterThan(8)
  expect(invite.length).toBeGreaterThan(20)
  const all = lines.join('\n')
  const secrets = [
    email,
    'journey.example.test',
    member.email,
    team.admin.email,
    code,
    sig,
    verified.access_token,
    token,
    joined.body.access_token,
    invite,
    member.token,
    team.admin.token,
    text,
    link,
    place,
    own,
    'Operatrix',
    'Cartographer',
    'Sesquipedalian',
    'Bartholomew',
    'Featherington',
    'Evangelina',
    'Zephyrine',
    'Wilhelmina',
    '4915112345678',
    'almonds',
    'Marzipan',
    '127.0.0.1',
    'a-key-of-the-journey',
  ]
  for (const secret of secrets) {
    expect(secret.length, 'a secret that is empty hides nothing').toBeGreaterThan(3)
    expect(all.includes(secret), secret).toBe(false)
  }
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
  expect(value(body, `laurel_http_request_seconds_bucket{${labels},le="10"}`)).toBe(
    value(body, series),
  )
  expect(value(body, `laurel_http_request_seconds_sum{${labels}}`)).toBeGreaterThan(0)
  expect(
    value(body, 'laurel_http_request_seconds_count{method="GET",route="none",status="404"}'),
  ).toBeGreaterThanOrEqual(30)
  expect(value(body, 'laurel_pool_connections{state="idle"}')).toBeGreaterThan(0)
  expect(value(body, 'laurel_pool_waiting')).toBe(0)
  expect(value(body, 'laurel_event_streams_open')).toBe(0)
  for (const what of ['mails', 'mails_late_s', 'gift_cards', 'provider_news', 'jobs'])
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

test('creates spans for a request and its transactions in its trace', async () => {
  exporter.reset()
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  await t.call('posts.create', {
    token: team.admin.token,
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
  expect(inner.map((span) => span.name)).toContain('session_enter')
  expect(inner.length).toBeGreaterThan(1)
  for (const span of spans) expect(span.spanContext().traceId).toBe(traceId)
  for (const span of inner)
    expect(span.parentSpanContext?.spanId).toBe(request?.spanContext().spanId)
  expect(
    JSON.stringify(spans.map((span) => [span.name, span.attributes, span.events])),
  ).not.toContain('traces')
})
