import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { lockConnection } from '#server/modules/chat-messages/connection-queries.ts'
import { insertWebhook } from '#server/modules/webhooks/queries.ts'
import { newId } from '#server/platform/ids.ts'
import { startSlackServer, type SlackServer } from '#tests/contracts/slack-server.ts'
import { waitForLock, withClient } from '#tests/support/database.ts'
import { makeMember, makePost, makeTeam, type Team } from '#tests/support/factories.ts'
import { authorizeSlackApp, deliverToChats, makeSlackRoute } from '#tests/support/slack-app.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

let slack: SlackServer
beforeAll(async () => {
  slack = await startSlackServer(() => t.clock.now().getTime())
})
const t = setupTestApp(() => ({ env: { SLACK_API_URL: slack.apiUrl } }))
afterAll(() => slack.stop())

let team: Team
const admin = () => ({ token: team.admin.token })
const create = (body: object) =>
  t.call('chat.create_route', { ...admin(), body: { provider: 'slack', ...body } })
const routes = async () => (await t.call('chat.routes', admin())).body

beforeEach(async () => {
  slack.messages.clear()
  slack.channels.set('C0THANKS', 'ok').set('C0OTHER', 'ok')
  team = await makeTeam(t)
  await authorizeSlackApp(t, slack, team)
  t.clock.advance(2_000)
})

test('a channel gets a first message and is listed with what it shows', async () => {
  const { body } = await create({ channel: 'C0THANKS', value_ids: [team.value_id] })
  expect(body).toMatchObject({
    channel_id: 'C0THANKS',
    kinds: ['thanks'],
    value_ids: [team.value_id],
    audience: null,
    state: 'active',
  })
  expect([...slack.messages.values()].map(({ channel, text }) => [channel, text])).toEqual([
    ['C0THANKS', 'Laurel is connected. New public thanks will appear here.'],
  ])
  expect(await routes()).toEqual([body])
})

test('a channel may be a link', async () => {
  const link = 'https://acme.slack.com/archives/C0THANKS/p1781524816000000'
  expect((await create({ channel: link })).body.channel_id).toBe('C0THANKS')
})

test('a channel is shown once', async () => {
  await create({ channel: 'C0THANKS' })
  t.clock.advance(2_000)
  expect((await create({ channel: 'C0THANKS' })).codes).toEqual(['not_unique'])
})

test('a channel that Slack refuses is reported with its reason', async () => {
  for (const reason of ['is_archived', 'not_in_channel']) {
    slack.channels.set('C0THANKS', reason)
    const { errors } = await create({ channel: 'C0THANKS' })
    expect(errors[0]).toMatchObject({ code: 'chat_channel_refused', params: { reason } })
  }
  expect(await routes()).toEqual([])
})

test('a group that a channel names cannot be deleted', async () => {
  const makeGroup = async (name: string) =>
    (await t.call('groups.create', { ...admin(), body: { kind: 'team', name } })).body.id
  const [group, excluded] = [await makeGroup('Support'), await makeGroup('Interns')]
  await t.call('groups.add_members', {
    ...admin(),
    params: { id: group },
    body: { user_ids: [team.admin.user_id] },
  })
  const audience = { group_ids: [group], excluded_group_ids: [excluded] }
  const { id } = (await create({ channel: 'C0THANKS', audience })).body
  const remove = (groupId: string) =>
    t.call('groups.delete', { ...admin(), params: { id: groupId } })
  for (const groupId of [group, excluded])
    expect((await remove(groupId)).errors[0]).toMatchObject({
      code: 'used_by_audience',
      params: { name: 'C0THANKS' },
    })
  await t.call('chat.update_route', { ...admin(), params: { id }, body: { audience: null } })
  expect((await remove(group)).status).toBe(204)
})

test('unknown values and groups are refused before anything is sent', async () => {
  const other = await makeTeam(t)
  expect((await create({ channel: 'C0THANKS', value_ids: [other.value_id] })).codes).toEqual([
    'not_found',
  ])
  const audience = { group_ids: [other.admin.user_id] }
  expect((await create({ channel: 'C0THANKS', audience })).codes).toEqual(['not_found'])
  expect(slack.messages.size).toBe(0)
})

test('an app that is not connected has no channels', async () => {
  team = await makeTeam(t)
  expect((await create({ channel: 'C0THANKS' })).codes).toEqual(['chat_not_connected'])
})

test('an app that is disconnected during the first message gets no channel', async () => {
  const { db } = t.services
  const tenant = db.tenant.bind(db)
  db.tenant = async (workspaceId, work) => {
    // The message was sent, and its channel is not stored yet.
    if (slack.messages.size) {
      db.tenant = tenant
      await t.call('chat.disconnect', { ...admin(), params: { provider: 'slack' } })
    }
    return tenant(workspaceId, work)
  }
  expect((await create({ channel: 'C0THANKS' })).codes).toEqual(['chat_not_connected'])
  expect(await routes()).toEqual([])
})

test('a channel that is being added goes with its app', async () => {
  const { workspace_id: workspaceId } = team
  let disconnected: Promise<unknown> | undefined
  await t.services.db.tenant(workspaceId, async (trx) => {
    await lockConnection(trx, workspaceId, 'slack')
    await insertWebhook(trx, {
      workspace_id: workspaceId,
      id: newId(t.clock.now()),
      kind: 'slack_app',
      url: 'https://slack.com/',
      events: [],
      channel_id: 'C0THANKS',
      channel_name: 'thanks',
      created_at: t.clock.now(),
    })
    disconnected = t.call('chat.disconnect', { ...admin(), params: { provider: 'slack' } })
    await withClient(t.ownerUrl, waitForLock)
  })
  await disconnected
  expect(await routes()).toEqual([])
})

test('a channel can be changed, paused, resumed and removed', async () => {
  const id = await makeSlackRoute(t, team, { channel: 'C0THANKS' })
  const params = { id }
  const update = async (body: object) =>
    (await t.call('chat.update_route', { ...admin(), params, body })).body
  expect(await update({ kinds: ['joined'] })).toMatchObject({ kinds: ['joined'], value_ids: [] })
  expect((await update({ paused: true })).state).toBe('paused')
  expect((await update({ paused: false })).state).toBe('active')
  expect((await t.call('chat.delete_route', { ...admin(), params })).status).toBe(204)
  expect(await routes()).toEqual([])
  const { body: log } = await t.call('workspace.audit', admin())
  expect(log.items.map(({ action }) => action).slice(0, 5)).toEqual([
    'chat.delete_route',
    'chat.update_route',
    'chat.update_route',
    'chat.update_route',
    'chat.create_route',
  ])
})

test('channels are no webhooks, and webhooks are no channels', async () => {
  const id = await makeSlackRoute(t, team, { channel: 'C0THANKS' })
  expect((await t.call('hooks.list', admin())).body).toEqual([])
  const asWebhook = [
    await t.call('hooks.update', { ...admin(), params: { id }, body: { description: 'x' } }),
    await t.call('hooks.delete', { ...admin(), params: { id } }),
    await t.call('hooks.rotate', { ...admin(), params: { id } }),
  ]
  // Only webhooks have a secret to replace, as with bridges.
  expect(asWebhook.map(({ status }) => status)).toEqual([404, 404, 422])
  const { body } = await t.call('hooks.create', {
    ...admin(),
    body: { kind: 'webhook', url: 'http://127.0.0.1:9/' },
  })
  const params = { id: body.hook.id }
  expect((await t.call('chat.delete_route', { ...admin(), params })).status).toBe(404)
})

test('a team has a bounded number of channels', async () => {
  for (let n = 0; n < limits.chat_routes_max; n += 1) {
    const channel = `C0MANY${String(n).padStart(3, '0')}`
    slack.channels.set(channel, 'ok')
    await makeSlackRoute(t, team, { channel })
    t.clock.advance(1_100)
  }
  expect((await create({ channel: 'C0THANKS' })).codes).toEqual(['chat_routes_full'])
})

test('a channel replaces a bridge of the same chat, without losing or repeating a post', async () => {
  const sent: string[] = []
  const { safeHttpClient } = t.services
  t.services.safeHttpClient = {
    ...safeHttpClient,
    checkUrl: () => Promise.resolve(),
    post: (_, { body }) => {
      sent.push(body)
      return Promise.resolve({ status: 200, text: 'ok', retry_after_s: undefined })
    },
  }
  const bridge = async (kind: string, url: string) =>
    (await t.call('hooks.create', { ...admin(), body: { kind, url } })).body.hook.id
  const replaced = await bridge('slack', 'https://hooks.slack.com/services/T0000/B0000/abcdefgh')
  const other = await bridge('webhook', 'http://127.0.0.1:9/')
  expect((await create({ channel: 'C0THANKS', replaces: other })).codes).toEqual(['not_found'])
  await t.call('hooks.delete', { ...admin(), params: { id: other } })
  const tom = await makeMember(t, team.workspace_id)
  const thank = (description: string) =>
    makePost(t, team.admin, [tom], team.value_id, 1, { description })
  await thank('Over the bridge')
  await deliverToChats(t)
  await thank('While moving')
  t.clock.advance(1_000)
  await makeSlackRoute(t, team, { channel: 'C0THANKS', replaces: replaced })
  slack.messages.clear()
  t.clock.advance(1_100)
  await thank('Through the app')
  await deliverToChats(t)
  t.services.safeHttpClient = safeHttpClient
  expect((await t.call('hooks.list', admin())).body).toEqual([])
  expect(sent).toHaveLength(1)
  const texts = [...slack.messages.values()].map((message) => JSON.stringify(message))
  expect(texts.map((text) => /While moving|Through the app/.exec(text)?.[0])).toEqual([
    'While moving',
    'Through the app',
  ])
})

test('requests to Slack follow its contract', () => expect(slack.violations).toEqual([]))
