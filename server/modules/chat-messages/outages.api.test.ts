import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/durations.ts'
import { leaseUntil } from '#server/platform/background/lease.ts'
import { sendDelivery } from '#server/modules/webhooks/deliver.ts'
import { claimDueDeliveries } from '#server/modules/webhooks/delivery-queries.ts'
import { deliverAllDue } from '#server/modules/webhooks/worker.ts'
import { startSlackServer, type SlackServer } from '#tests/contracts/slack-server.ts'
import { linkChatUser } from '#tests/support/chat.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { authorizeSlackApp, deliverToChats, makeSlackRoute } from '#tests/support/slack-app.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { type ChatConnectionRow, findConnection } from './connection-queries.ts'
import { disconnectApp } from './disconnect-app.ts'
import { loadSlackToken } from './slack-token.ts'

let slack: SlackServer
beforeAll(async () => {
  slack = await startSlackServer(() => t.clock.now().getTime())
})
const t = setupTestApp(() => ({ env: { SLACK_API_URL: slack.apiUrl } }))
afterAll(() => slack.stop())

let team: Team
let tom: Member
let route: string
beforeEach(async () => {
  slack.channels.set('C0THANKS', 'ok')
  team = await makeTeam(t, { limit: null })
  tom = await makeMember(t, team.workspace_id)
  await authorizeSlackApp(t, slack, team)
  t.clock.advance(2_000)
  route = await makeSlackRoute(t, team, { channel: 'C0THANKS' })
  t.clock.advance(2_000)
  slack.messages.clear()
})

const thank = (description: string) =>
  makePost(t, team.admin, [tom], team.value_id, 10, { description })
const words = (start = 'C0THANKS') =>
  [...slack.messages.values()].flatMap(
    (message) =>
      (message.channel.startsWith(start) && /Number \w+/.exec(JSON.stringify(message))?.[0]) || [],
  )
const loadConnection = async (): Promise<ChatConnectionRow> => {
  const row = await t.services.db.tenant(team.workspace_id, (trx) =>
    findConnection(trx, team.workspace_id, 'slack'),
  )
  if (!row) throw new Error('no connection')
  return row
}
const disconnect = async () => disconnectApp(t.services, await loadConnection(), 'revoked')
const claim = (hookId: string) =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    claimDueDeliveries(trx, team.workspace_id, hookId, t.clock.now(), 4),
  )
const listDeliveries = (hookId: string) =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('hook_deliveries')
      .select(['id', 'event', 'state'])
      .where('workspace_id', '=', team.workspace_id)
      .where('hook_id', '=', hookId)
      .orderBy('created_at')
      .execute(),
  )

test('one person whom Slack refuses does not switch off the connection', async () => {
  const { id } = slack.addUser()
  await linkChatUser(t, tom, id)
  await t.call('chat.delete_route', { token: team.admin.token, params: { id: route } })
  await t.call('chat.update_link', {
    token: tom.token,
    params: { provider: 'slack' },
    body: { quiet_from: 0, quiet_until: 0 },
  })
  slack.failNext('chat.postMessage', ...Array.from({ length: 10 }, () => 'team_access_not_granted'))
  await thank('Number one')
  await deliverToChats(t)
  for (let half = 0; half < 10; half += 1) {
    t.clock.advance(12 * hourMs)
    await deliverAllDue(t.services)
  }
  slack.faults.clear()
  await thank('Number two')
  await deliverToChats(t)
  expect(words('D')).toContain('Number two')
})

test('thanks of an earlier day are not announced when the app is connected again', async () => {
  for (const token of slack.tokens.values()) token.error = 'token_revoked'
  await thank('Number one')
  await deliverToChats(t)
  expect((await loadConnection()).state).toBe('disconnected')
  t.clock.advance(dayMs)
  await authorizeSlackApp(t, slack, team)
  await thank('Number two')
  await deliverToChats(t)
  expect(words()).toEqual(['Number two'])
})

test('administrators get one mail when Slack ends the connection', async () => {
  await disconnect()
  await disconnect()
  const mails = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('outbox')
      .select('user_id')
      .where('workspace_id', '=', team.workspace_id)
      .where('kind', '=', 'hook_off')
      .execute(),
  )
  expect(mails).toEqual([{ user_id: team.admin.user_id }])
})

test('leased deliveries wait when their app is disconnected before they are sent', async () => {
  const { hook_id: hookId } = await loadConnection()
  await thank('Number one')
  t.clock.advance(16_000)
  const [event = ''] = await claim(hookId)
  await disconnect()
  await sendDelivery(t.services, team.workspace_id, event, t.clock.now())
  expect(await listDeliveries(hookId)).toMatchObject([{ state: 'waiting' }])
  await authorizeSlackApp(t, slack, team)
  t.clock.set(leaseUntil(t.clock.now()))
  await deliverAllDue(t.services)
  t.clock.advance(2_000)
  const [message = ''] = await claim(route)
  await disconnect()
  await sendDelivery(t.services, team.workspace_id, message, t.clock.now())
  expect(await listDeliveries(route)).toMatchObject([{ state: 'waiting' }])
  await authorizeSlackApp(t, slack, team)
  await deliverToChats(t)
  expect(words()).toEqual(['Number one'])
})

test('a channel is not resumed while its app is disconnected', async () => {
  const setPaused = (paused: boolean) =>
    t.call('chat.update_route', {
      token: team.admin.token,
      params: { id: route },
      body: { paused },
    })
  await setPaused(true)
  await disconnect()
  expect((await setPaused(false)).codes).toEqual(['chat_not_connected'])
  await authorizeSlackApp(t, slack, team)
  expect((await setPaused(false)).body).toMatchObject({ state: 'active' })
})

test('a waiting message is not sent after direct messages are switched off', async () => {
  const { id } = slack.addUser()
  await linkChatUser(t, tom, id)
  await t.call('chat.update_link', {
    token: tom.token,
    params: { provider: 'slack' },
    body: { quiet_from: 0, quiet_until: 23 },
  })
  await thank('Number one')
  await deliverToChats(t)
  await t.call('chat.save', {
    token: team.admin.token,
    params: { provider: 'slack' },
    body: { direct_messages: false },
  })
  slack.messages.clear()
  t.clock.advance(dayMs)
  await deliverToChats(t)
  expect(slack.messages.size).toBe(0)
})

test('a delivery whose attempts end without a result lets the next one pass', async () => {
  await thank('Number one')
  t.clock.advance(16_000)
  await deliverAllDue(t.services)
  const [first] = await listDeliveries(route)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('hook_deliveries')
      .set({ attempts: 50 })
      .where('workspace_id', '=', team.workspace_id)
      .where('id', '=', first?.id ?? '')
      .execute(),
  )
  await thank('Number two')
  await deliverToChats(t)
  expect(words()).toEqual(['Number two'])
  expect((await listDeliveries(route)).map(({ state }) => state)).toEqual(['failed', 'delivered'])
})

test('a process with an old row uses the token that another process has refreshed', async () => {
  t.clock.advance(11.5 * hourMs)
  const old = await loadConnection()
  const fresh = await loadSlackToken(t.services, old)
  expect(await loadSlackToken(t.services, old)).toBe(fresh)
  const connection = await loadConnection()
  expect(connection.state).toBe('connected')
  expect(await loadSlackToken(t.services, connection)).toBe(fresh)
})

test('requests to Slack follow its contract', () => expect(slack.violations).toEqual([]))

test('a refusal of an earlier token leaves an app that was connected again', async () => {
  await thank('Number one')
  t.clock.advance(16_000)
  await deliverAllDue(t.services)
  t.clock.advance(1_100)
  const { slack: client } = t.services
  const postMessage = client.postMessage.bind(client)
  client.postMessage = async () => {
    client.postMessage = postMessage
    await authorizeSlackApp(t, slack, team)
    return { ok: false, error: 'token_revoked', status: 200 } as never
  }
  await deliverAllDue(t.services)
  expect((await loadConnection()).state).toBe('connected')
  t.clock.advance(60_000)
  await deliverAllDue(t.services)
  expect(words()).toEqual(['Number one'])
})
