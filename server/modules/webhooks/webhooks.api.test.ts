import { hourMs, dayMs, secondMs } from '#contract/durations.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { webhookBody } from '#contract/schemas/webhooks.ts'
import { deliverAllDue, pruneDeliveries } from './worker.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { eraseWorkspace } from '#server/workflows/delete-workspace/reset-and-delete.ts'
import { createSafeHttpClient } from '#server/platform/net/safe-http-client.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { withClient } from '#tests/support/database.ts'
import {
  addBalance,
  makeMember,
  makePost,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import {
  type ReceivedRequest,
  startWebhookReceiver,
  verifyWebhook,
} from '#tests/support/webhook-receiver.ts'

// Signature verification compares timestamps with the real clock.
const t = setupTestApp(() => ({ at: new Date() }))
const receiverServer = startWebhookReceiver()
let team: Team
let ada: Member
let tom: Member
beforeAll(async () => {
  team = await makeTeam(t, { limit: null })
  ada = team.admin
  tom = await makeMember(t, team.workspace_id, { first_name: 'Tom', last_name: 'Thumb' })
})
beforeEach(async () => {
  receiverServer.reset()
  t.mails.length = 0
  for (const { id } of (await t.call('hooks.list', { token: ada.token })).body)
    await t.call('hooks.delete', { token: ada.token, params: { id } })
})
const allEvents = [
  'post.created',
  'post.updated',
  'post.deleted',
  'comment.created',
  'purchase.created',
  'purchase.fulfilled',
  'purchase.declined',
  'purchase.canceled',
  'user.joined',
  'user.left',
] as const
type Body = { kind?: string; url?: string; events?: readonly string[]; description?: string }
const create = (body: Body = {}, token = ada.token) =>
  t.call('hooks.create', {
    token,
    body: { kind: 'webhook', url: receiverServer.url, events: allEvents, ...body },
  })
async function connect(body: Body = {}): Promise<{ id: string; secret: string }> {
  const {
    body: { hook, secret },
  } = await create(body)
  return { id: hook.id, secret: secret ?? '' }
}
/** Sends the deliveries that are due after the undo period. */
const send = async (later = 16 * secondMs) => {
  t.clock.advance(later)
  await deliverAllDue(t.services)
}
const receivedTypes = () =>
  receiverServer.requests.map((one) => one.body.type).sort((a, b) => a.localeCompare(b))
const findWebhook = async (id: string) =>
  (await t.call('hooks.list', { token: ada.token })).body.find((one) => one.id === id)
const log = async (id: string, query = {}) =>
  (await t.call('hooks.deliveries', { token: ada.token, params: { id }, query })).body.items
const first = (): ReceivedRequest => receiverServer.requests[0] ?? expect.fail('nothing came')
const verify = (secret: string, received = first()) => verifyWebhook(secret, received)

test('creates, changes, pauses and deletes a webhook with a one-time secret', async () => {
  const made = await create({ description: ' Payroll ' })
  expect(made.status).toBe(200)
  expect(made.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  expect(made.body.hook).toMatchObject({
    kind: 'webhook',
    url: receiverServer.url,
    description: 'Payroll',
    state: 'active',
    waiting: 0,
    failures: 0,
    old_secret_until: null,
  })
  const list = await t.call('hooks.list', { token: ada.token })
  expect(JSON.stringify(list.body)).not.toContain('whsec')
  const params = { id: made.body.hook.id }
  expect(
    (
      await t.call('hooks.update', {
        token: ada.token,
        params,
        body: { description: 'Wages', events: ['user.left', 'user.left'], paused: true },
      })
    ).body,
  ).toMatchObject({ description: 'Wages', events: ['user.left'], state: 'paused' })
  expect(
    (await t.call('hooks.update', { token: ada.token, params, body: { paused: false } })).body
      .state,
  ).toBe('active')
  expect((await t.call('hooks.delete', { token: ada.token, params })).status).toBe(204)
  expect((await t.call('hooks.delete', { token: ada.token, params })).status).toBe(404)
  const acts = (await t.call('workspace.audit', { token: ada.token })).body.items.map(
    (one) => one.action,
  )
  expect(acts.slice(0, 4)).toEqual(['hook.delete', 'hook.update', 'hook.update', 'hook.create'])
  const kept = await withClient(t.ownerUrl, (owner) =>
    owner.query<{ text: string }>(
      `select h::text as text from hooks h union all select a::text from audit_log a`,
    ),
  )
  expect(kept.rows.length).toBeGreaterThan(0)
  expect(kept.rows.map((row) => row.text).join()).not.toContain(made.body.secret?.slice(6))
})

test('refuses an eleventh webhook and invalid URLs, kinds and events', async () => {
  for (let n = 0; n < 10; n += 1) expect((await create()).status).toBe(200)
  expect(await create()).toMatchObject({ status: 422, codes: ['hooks_full'] })
  const refused = async (body: Body) => {
    const { status, errors } = await create(body)
    return [status, errors[0]?.code, errors[0]?.field]
  }
  expect(await refused({ events: [] })).toEqual([422, 'required', 'events'])
  expect(await refused({ events: ['post.read'] })).toEqual([422, 'wrong_format', 'events.0'])
  for (const url of [
    'ftp://example.com',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest',
    'https://user:pass@127.0.0.1/',
    'nothing',
  ])
    expect([url, ...(await refused({ url }))]).toEqual([url, 422, 'address_refused', 'url'])
  for (const url of [
    receiverServer.url,
    'https://hooks.slack.com.evil.test/services/T/B/x',
    'https://hooks.slack.com/services/T/B/x@evil.test',
    'https://slack.com/',
  ])
    expect([url, ...(await refused({ kind: 'slack', url }))]).toEqual([
      url,
      422,
      'slack_address',
      'url',
    ])
  for (const url of [
    receiverServer.url,
    'https://logic.azure.com.evil.test/x',
    'https://evil.test/logic.azure.com/',
  ])
    expect([url, ...(await refused({ kind: 'teams', url }))]).toEqual([
      url,
      422,
      'teams_address',
      'url',
    ])
})

test('delivers signed public events in the shape of the contract', async () => {
  const { secret } = await connect()
  const post = await makePost(t, ada, [tom], team.value_id, 7, {
    description: 'Merci <b>Tom</b> ❤',
  })
  await t.call('posts.comment', {
    token: tom.token,
    params: { id: post },
    body: { text: 'Thank you!' },
  })
  await t.call('posts.add_on', {
    token: (await makeMember(t, team.workspace_id)).token,
    params: { id: post },
    body: { score: 2, text: 'From me too' },
  })
  await send(0)
  // Nothing is sent during the undo period.
  expect(receivedTypes()).toEqual(['comment.created', 'user.joined'])
  await send()
  expect(receivedTypes()).toEqual([
    'comment.created',
    'post.created',
    'post.created',
    'user.joined',
  ])
  await t.call('posts.update', {
    token: ada.token,
    params: { id: post },
    body: { value_id: team.other_value_id },
  })
  await send()
  await t.call('posts.delete', { token: ada.token, params: { id: post } })
  await send()
  expect(receivedTypes()).toEqual([
    'comment.created',
    'post.created',
    'post.created',
    'post.deleted',
    'post.deleted',
    'post.updated',
    'post.updated',
    'user.joined',
  ])
  for (const got of receiverServer.requests) {
    expect(verify(secret, got)).toEqual(got.body)
    webhookBody(got.body.type as 'ping')
      .strict()
      .parse(got.body)
    expect(got.body.workspace_id).toBe(team.workspace_id)
  }
  const delivered = receiverServer.requests.find(
    (one) => one.body.type === 'post.created' && one.body.data['id'] === post,
  )
  expect(delivered?.body.data).toMatchObject({
    from: { id: ada.user_id, email: ada.email },
    to: [{ id: tom.user_id, name: 'Tom Thumb', email: tom.email }],
    score: 7,
    description: 'Merci <b>Tom</b> ❤',
    value: { name: 'Teamwork', emoji: '🤝' },
    parent_id: null,
  })
  expect(delivered?.body.data['url']).toBe(`http://localhost:3000/posts/${post}`)
  expect(new Set(receiverServer.requests.map((one) => one.headers['webhook-id'])).size).toBe(
    receiverServer.requests.length,
  )
})

test('signs messages that a standard receiver verifies, not altered ones', async () => {
  const { secret } = await connect()
  await makePost(t, ada, [tom], team.value_id)
  await send()
  const got = first()
  expect(verify(secret)).toEqual(got.body)
  expect(() =>
    verify(secret, { ...got, text: got.text.replace('"score":10', '"score":99') }),
  ).toThrow('No matching signature found')
  expect(() =>
    verify(secret, { ...got, headers: { ...got.headers, 'webhook-id': 'another' } }),
  ).toThrow('No matching signature found')
  expect(() =>
    verify(secret, {
      ...got,
      headers: {
        ...got.headers,
        'webhook-timestamp': String(Number(got.headers['webhook-timestamp']) - 400),
      },
    }),
  ).toThrow(/too old/)
  expect(() => verify(`whsec_${Buffer.alloc(24, 1).toString('base64')}`)).toThrow(
    'No matching signature found',
  )
})

test('signs with the replaced secret for a day', async () => {
  const { id, secret } = await connect()
  const rotated = await t.call('hooks.rotate', { token: ada.token, params: { id } })
  expect(rotated.body.secret).not.toBe(secret)
  expect(rotated.body.hook.old_secret_until).toBe(
    new Date(t.clock.now().getTime() + dayMs).toISOString(),
  )
  await t.call('hooks.test', { token: ada.token, params: { id } })
  expect(String(receiverServer.requests[0]?.headers['webhook-signature']).split(' ')).toHaveLength(
    2,
  )
  expect([verify(secret), verify(rotated.body.secret)]).toEqual([
    receiverServer.requests[0]?.body,
    receiverServer.requests[0]?.body,
  ])
  t.clock.advance(dayMs)
  receiverServer.reset()
  await t.call('hooks.test', { token: ada.token, params: { id } })
  t.clock.advance(-dayMs)
  expect(String(receiverServer.requests[0]?.headers['webhook-signature']).split(' ')).toHaveLength(
    1,
  )
})

test('sends nothing about private posts, their replies and deletions', async () => {
  const { id } = await connect()
  const post = await makePost(t, ada, [tom], team.value_id, 5, { private: true })
  await t.call('posts.comment', {
    token: tom.token,
    params: { id: post },
    body: { text: 'Between us' },
  })
  await t.call('posts.update', {
    token: ada.token,
    params: { id: post },
    body: { value_id: team.other_value_id },
  })
  await t.call('posts.delete', { token: ada.token, params: { id: post } })
  await send()
  expect([await log(id), receiverServer.requests]).toEqual([[], []])
})

test('skips posts that are deleted before their delivery', async () => {
  const { id } = await connect()
  const post = await makePost(t, ada, [tom], team.value_id)
  await t.call('posts.delete', { token: ada.token, params: { id: post } })
  await send()
  expect([await log(id), receiverServer.requests]).toEqual([[], []])
})

test('sends events of members and purchases', async () => {
  await connect()
  const leaver = await makeMember(t, team.workspace_id)
  await addBalance(t, leaver, 100)
  const reward = (
    await t.call('rewards.create', { token: ada.token, body: { title: 'Cake', price: 5 } })
  ).body.id
  const buy = async () =>
    (await t.call('shop.redeem', { token: leaver.token, params: { id: reward }, body: {} })).body.id
  const [one, two, three] = [await buy(), await buy(), await buy()]
  await t.call('rewards.fulfil', { token: ada.token, params: { id: one }, body: {} })
  await t.call('rewards.decline', {
    token: ada.token,
    params: { id: two },
    body: { reason: 'Sold out' },
  })
  expect((await t.call('shop.cancel', { token: leaver.token, params: { id: three } })).status).toBe(
    200,
  )
  await t.call('users.update', {
    token: ada.token,
    params: { id: leaver.user_id },
    body: { state: 'deactivated' },
  })
  await send()
  expect(receivedTypes()).toEqual([
    'purchase.canceled',
    'purchase.created',
    'purchase.created',
    'purchase.created',
    'purchase.declined',
    'purchase.fulfilled',
    'user.left',
  ])
  for (const got of receiverServer.requests)
    webhookBody(got.body.type as 'ping')
      .strict()
      .parse(got.body)
  expect(
    receiverServer.requests.find((got) => got.body.type === 'purchase.declined')?.body.data,
  ).toMatchObject({
    reward: { title: 'Cake' },
    reason: 'Sold out',
    status: 'declined',
    buyer: { id: leaver.user_id },
  })
  expect(receiverServer.requests.at(-1)?.body.data['email'] ?? leaver.email).toBe(leaver.email)
  receiverServer.reset()
  await t.call('users.delete', { token: ada.token, params: { id: leaver.user_id } })
  await send()
  expect(receiverServer.requests.map((got) => got.body.data)).toEqual([
    { id: leaver.user_id, name: '', email: '', state: 'deleted' },
  ])
})

test('refuses purchase events to users without the rewards permission', async () => {
  const boss = await makeMember(t, team.workspace_id, {
    permissions: { account_administrator: true },
  })
  expect(await create({ events: ['purchase.created'] }, boss.token)).toMatchObject({
    status: 403,
    codes: ['forbidden'],
  })
  const { id } = await connect({ events: ['purchase.created'] })
  // Events chosen by another administrator may stay.
  expect(
    (
      await t.call('hooks.update', {
        token: boss.token,
        params: { id },
        body: { events: ['purchase.created', 'user.left'] },
      })
    ).status,
  ).toBe(200)
  expect(
    (
      await t.call('hooks.update', {
        token: boss.token,
        params: { id },
        body: { events: ['purchase.declined'] },
      })
    ).status,
  ).toBe(403)
})

test('retries deliveries under the same ids after an outage', async () => {
  const { id } = await connect()
  receiverServer.respond = (response) => void response.writeHead(503).end('<h1>down</h1>')
  const posts = [
    await makePost(t, ada, [tom], team.value_id),
    await makePost(t, ada, [tom], team.value_id),
  ]
  await send()
  const first = receiverServer.requests.map((one) => one.headers['webhook-id'])
  expect(first).toHaveLength(2)
  expect(await log(id)).toMatchObject([
    { state: 'waiting', attempts: 1, status: 503, answer: '<h1>down</h1>' },
    { state: 'waiting', attempts: 1 },
  ])
  expect(await findWebhook(id)).toMatchObject({ failures: 1, waiting: 2, state: 'active' })
  await send(2 * hourMs)
  posts.push(await makePost(t, ada, [tom], team.value_id))
  await send(hourMs)
  receiverServer.reset()
  await send(6 * hourMs)
  await send(6 * hourMs)
  expect(new Set(receiverServer.requests.map((one) => one.body.data['id']))).toEqual(new Set(posts))
  expect(receiverServer.requests).toHaveLength(3)
  expect(
    receiverServer.requests
      .filter((one) => first.includes(one.headers['webhook-id']))
      .map((one) => one.headers['webhook-id']),
  ).toEqual(expect.arrayContaining(first))
  expect(await findWebhook(id)).toMatchObject({ failures: 0, waiting: 0 })
  // A delivery is repeated under its id.
  const [newest] = await log(id)
  receiverServer.reset()
  expect(
    (
      await t.call('hooks.redeliver', {
        token: ada.token,
        params: { id, delivery_id: newest?.id ?? '' },
      })
    ).body.state,
  ).toBe('waiting')
  await send()
  expect(receiverServer.requests.map((one) => one.headers['webhook-id'])).toEqual([newest?.id])
})

test('disables a webhook after days of failures and resumes it later', async () => {
  const { id } = await connect({ description: 'Payroll' })
  const hidden = t.services.safeHttpClient
  t.services.safeHttpClient = createSafeHttpClient({
    loopback: true,
    resolve: () => Promise.resolve(['127.0.0.1']),
  })
  receiverServer.respond = (response) => void response.writeHead(500).end()
  await makePost(t, ada, [tom], team.value_id)
  // The tenth and last attempt, after three days of failures, keeps the delivery waiting.
  for (const hours of [0, 0.02, 1, 1, 3, 6, 11, 15, 21, 25]) await send(hours * hourMs)
  expect(await findWebhook(id)).toMatchObject({ state: 'off', off_reason: 'failing', waiting: 1 })
  await makePost(t, ada, [tom], team.value_id)
  await processOutbox(t.services)
  const mails = t.mails.filter((mail) => mail.subject.includes('was turned off'))
  expect(mails.map((mail) => mail.to)).toContain(ada.email)
  expect(mails[0]?.text).toContain('Payroll')
  receiverServer.reset()
  await send(hourMs)
  expect(receiverServer.requests).toEqual([])
  await t.call('hooks.update', { token: ada.token, params: { id }, body: { paused: false } })
  await send(secondMs)
  // Deliveries from before the disabling are sent, events after it are not.
  expect(receiverServer.requests).toHaveLength(1)
  t.services.safeHttpClient = hidden
})

test('disables a webhook on 410 and waits on 429 without an attempt', async () => {
  const { id } = await connect()
  receiverServer.respond = (response) => void response.writeHead(429, { 'retry-after': '90' }).end()
  await makePost(t, ada, [tom], team.value_id)
  await send()
  expect(await log(id)).toMatchObject([{ state: 'waiting', attempts: 0, status: 429 }])
  await send(60 * secondMs)
  expect(receiverServer.requests).toHaveLength(1)
  receiverServer.respond = (response) => void response.writeHead(410).end()
  await send(60 * secondMs)
  expect(await findWebhook(id)).toMatchObject({ state: 'off', off_reason: 'gone' })
  expect(receiverServer.requests).toHaveLength(2)
})

test('a refusal by an earlier URL does not disable the new one', async () => {
  const { id } = await connect()
  const body = { url: `${receiverServer.url}/new` }
  receiverServer.respond = (response, { path }) => {
    if (path === '/hook/new') return void response.end('ok')
    void t
      .call('hooks.update', { token: ada.token, params: { id }, body })
      .finally(() => response.writeHead(410).end())
  }
  await makePost(t, ada, [tom], team.value_id)
  await send()
  expect(await findWebhook(id)).toMatchObject({ state: 'active', failures: 0 })
  expect(await log(id)).toMatchObject([{ state: 'delivered', status: 200 }])
  expect(receiverServer.requests.map(({ path }) => path)).toEqual(['/hook', '/hook/new'])
})

test('refuses private addresses at delivery and follows no redirect', async () => {
  let answers = ['127.0.0.1']
  const open = t.services.safeHttpClient
  t.services.safeHttpClient = createSafeHttpClient({
    loopback: true,
    resolve: () => Promise.resolve(answers),
  })
  const { id } = await connect({ url: receiverServer.url.replace('127.0.0.1', 'rebind.example') })
  answers = ['10.0.0.1']
  expect((await t.call('hooks.test', { token: ada.token, params: { id } })).body).toMatchObject({
    state: 'failed',
    reason: 'address',
    status: null,
  })
  answers = ['127.0.0.1']
  receiverServer.respond = (response) =>
    void response.writeHead(307, { location: receiverServer.url }).end()
  expect((await t.call('hooks.test', { token: ada.token, params: { id } })).body).toMatchObject({
    state: 'failed',
    status: 307,
  })
  expect(receiverServer.requests).toHaveLength(1)
  t.services.safeHttpClient = open
})

test('prunes deliveries after thirty days and after erasure and deletion', async () => {
  const { id } = await connect()
  const gone = await makeMember(t, team.workspace_id, { first_name: 'Ghost', last_name: 'Writer' })
  await send()
  receiverServer.respond = (response, got) => void response.end(got.text)
  await makePost(t, ada, [gone], team.value_id)
  await send()
  expect((await log(id))[0]?.answer).toContain('Ghost Writer')
  await t.call('users.delete', { token: ada.token, params: { id: gone.user_id } })
  expect(JSON.stringify(await log(id))).not.toMatch(/Ghost|Writer/)
  await send()
  const pages = [await log(id, { limit: 2 })]
  const { body } = await t.call('hooks.deliveries', {
    token: ada.token,
    params: { id },
    query: { limit: 2 },
  })
  pages.push(await log(id, { limit: 2, cursor: body.next_cursor ?? '' }))
  expect(pages.flat().map((one) => one.id)).toEqual((await log(id)).map((one) => one.id))
  t.clock.advance(31 * dayMs)
  await pruneDeliveries(t.services)
  t.clock.advance(-31 * dayMs)
  expect(await log(id)).toEqual([])

  const other = await makeTeam(t)
  await create({}, other.admin.token)
  await makePost(t, other.admin, [await makeMember(t, other.workspace_id)], other.value_id)
  await withClient(t.ownerUrl, (owner) =>
    owner.query('update workspaces set deleted_at = now() where id = $1', [other.workspace_id]),
  )
  await eraseWorkspace(t.services, other.workspace_id)
  const left = await withClient(t.ownerUrl, (owner) =>
    owner.query(
      `select 1 from hooks where workspace_id = $1 union all select 1 from hook_deliveries
        where workspace_id = $1`,
      [other.workspace_id],
    ),
  )
  expect(left.rowCount).toBe(0)
})
