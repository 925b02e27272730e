import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSlackServer, type SlackServer } from '#tests/contracts/slack-server.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { authorizeSlackApp, deliverToChats, makeSlackRoute } from '#tests/support/slack-app.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

let slack: SlackServer
beforeAll(async () => {
  slack = await startSlackServer(() => t.clock.now().getTime())
})
const t = setupTestApp(() => ({ env: { SLACK_API_URL: slack.apiUrl } }))
afterAll(() => slack.stop())

let team: Team
let tom: Member
beforeEach(async () => {
  slack.channels.set('C0THANKS', 'ok').set('C0OTHER', 'ok')
  team = await makeTeam(t, { limit: null })
  tom = await makeMember(t, team.workspace_id, { first_name: 'Tom', last_name: 'Ott' })
  await authorizeSlackApp(t, slack, team)
  t.clock.advance(2_000)
  await makeSlackRoute(t, team, { channel: 'C0THANKS' })
  t.clock.advance(2_000)
  slack.messages.clear()
})

const thank = (description: string, more: { private?: boolean; value?: string } = {}) =>
  makePost(t, team.admin, [tom], more.value ?? team.value_id, 10, {
    description,
    ...(more.private ? { private: true } : {}),
  })
const shown = (channel = 'C0THANKS') =>
  [...slack.messages.values()].filter((message) => message.channel === channel && !message.deleted)
const textOf = (message: object | undefined) => JSON.stringify(message)
const asAdmin = (id: string) => ({ token: team.admin.token, params: { id } })

test('public thanks appear in order with buttons, private ones do not', async () => {
  await thank('First of all')
  await thank('Between us', { private: true })
  await thank('And second')
  await deliverToChats(t)
  const messages = shown()
  expect(
    messages.map((message) => /First of all|Between us|And second/.exec(textOf(message))?.[0]),
  ).toEqual(['First of all', 'And second'])
  expect(textOf(messages[0])).toContain('"action_id":"add_points"')
  expect(textOf(messages[0])).toContain('"action_id":"like"')
})

test('another value, added points and a deletion change the message', async () => {
  const id = await thank('For the release')
  await deliverToChats(t)
  const before = textOf(shown()[0])
  await t.call('posts.update', { ...asAdmin(id), body: { value_id: team.other_value_id } })
  await deliverToChats(t)
  const [changed] = shown()
  expect(changed?.updates).toBe(1)
  expect(textOf(changed)).not.toBe(before)
  const cleo = await makeMember(t, team.workspace_id)
  await t.call('posts.add_on', { token: cleo.token, params: { id }, body: { score: 5 } })
  await deliverToChats(t)
  expect(textOf(shown()[0])).toContain('+5 points added later')
  await t.call('posts.delete', asAdmin(id))
  await deliverToChats(t)
  expect(shown()).toEqual([])
})

test('a post deleted before its message was sent is never shown', async () => {
  const id = await thank('Too early')
  await t.call('posts.delete', asAdmin(id))
  await deliverToChats(t)
  expect(slack.messages.size).toBe(0)
})

test('a channel shows the values and people of its filters', async () => {
  const group = await t.call('groups.create', {
    token: team.admin.token,
    body: { kind: 'team', name: 'Choir' },
  })
  await t.call('groups.add_members', {
    token: team.admin.token,
    params: { id: group.body.id },
    body: { user_ids: [team.admin.user_id] },
  })
  await makeSlackRoute(t, team, {
    channel: 'C0OTHER',
    value_ids: [team.other_value_id],
    audience: { group_ids: [group.body.id] },
  })
  t.clock.advance(2_000)
  slack.messages.clear()
  await thank('Neither value nor group')
  await thank('Value without group', { value: team.other_value_id })
  await makePost(t, tom, [team.admin], team.other_value_id, 10, { description: 'Both of them' })
  await deliverToChats(t)
  expect(shown('C0OTHER').map((message) => textOf(message).includes('Both of them'))).toEqual([
    true,
  ])
  expect(shown()).toHaveLength(3)
})

test('posts before the creation of a channel are not shown', async () => {
  await thank('Before the channel')
  t.clock.advance(1_000)
  await makeSlackRoute(t, team, { channel: 'C0OTHER' })
  await deliverToChats(t)
  expect(shown('C0OTHER')).toHaveLength(1)
  expect(shown()).toHaveLength(1)
})

test('new people are announced where a channel shows them', async () => {
  const [route] = (await t.call('chat.routes', { token: team.admin.token })).body
  await t.call('chat.update_route', {
    ...asAdmin(route?.id ?? ''),
    body: { kinds: ['joined'] },
  })
  const { enqueueWebhookEvents } = await import('#server/modules/outbox/webhook-event-queries.ts')
  await t.services.db.tenant(team.workspace_id, (trx) =>
    enqueueWebhookEvents(trx, {
      workspaceId: team.workspace_id,
      event: 'user.joined',
      subjectIds: [tom.user_id],
      at: t.clock.now(),
    }),
  )
  await thank('Not shown here')
  await deliverToChats(t)
  expect(shown().map(({ text }) => text.startsWith('Tom Ott has joined'))).toEqual([true])
})

test('a closed channel is turned off, and administrators get a mail', async () => {
  slack.channels.set('C0THANKS', 'is_archived')
  await thank('Into the archive')
  await deliverToChats(t)
  const [route] = (await t.call('chat.routes', { token: team.admin.token })).body
  expect(route).toMatchObject({ state: 'off', off_reason: 'channel' })
  slack.channels.set('C0THANKS', 'ok')
  await t.call('chat.update_route', { ...asAdmin(route?.id ?? ''), body: { paused: false } })
  await thank('Open again')
  await deliverToChats(t)
  expect(shown().map((message) => textOf(message).includes('Open again'))).toEqual([true])
})

test('a revoked token disconnects the app, and connecting again sends what waited', async () => {
  for (const token of slack.tokens.values()) token.error = 'token_revoked'
  await thank('While revoked')
  await deliverToChats(t)
  const apps = async () => (await t.call('chat.list', { token: team.admin.token })).body[0]
  expect(await apps()).toMatchObject({ state: 'disconnected', state_reason: 'revoked' })
  await authorizeSlackApp(t, slack, team)
  expect(await apps()).toMatchObject({ state: 'connected', state_reason: null })
  await deliverToChats(t)
  expect(shown().map((message) => textOf(message).includes('While revoked'))).toEqual([true])
})

test('a limited channel keeps its order after Retry-After', async () => {
  slack.failNext('chat.postMessage', 'ratelimited')
  await thank('One')
  await thank('Two')
  await deliverToChats(t, 3)
  expect(shown()).toEqual([])
  t.clock.advance(61_000)
  await deliverToChats(t)
  expect(shown().map((message) => /One|Two/.exec(textOf(message))?.[0])).toEqual(['One', 'Two'])
})

test('names and words notify nobody', async () => {
  await makePost(t, tom, [team.admin], team.value_id, 10, {
    description: '<!channel> @here <@U0ADMIN> *bold* & more',
  })
  await deliverToChats(t)
  const text = textOf(shown()[0])
  expect(text).not.toMatch(/<!channel>|<@U0ADMIN>|@here/)
  expect(text).toContain('&lt;!channel&gt;')
})

test('an expiring token is refreshed once before it is used', async () => {
  t.clock.advance(11.5 * 3_600_000)
  await thank('Late at night')
  await thank('And another')
  await deliverToChats(t)
  expect(shown()).toHaveLength(2)
  const grants = slack.calls.filter(({ method }) => method === 'oauth.v2.access')
  expect(grants.filter(({ body }) => body['grant_type'] === 'refresh_token')).toHaveLength(1)
})

test('requests to Slack follow its contract', () => expect(slack.violations).toEqual([]))
