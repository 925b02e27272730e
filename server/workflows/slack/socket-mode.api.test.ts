import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { secondMs } from '#contract/durations.ts'
import { type SlackServer, startSlackServer } from '#tests/contracts/slack-server.ts'
import { type SlackSockets, startSlackSockets } from '#tests/contracts/slack-sockets.ts'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import { authorizeSlackApp } from '#tests/support/slack-app.ts'
import { linkChatUser } from '#tests/support/chat.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { waitUntil } from '#tests/support/wait-until.ts'
import { slackSocketWorker } from './socket-worker.ts'

let slack: SlackServer
let sockets: SlackSockets
beforeAll(async () => {
  slack = await startSlackServer(() => t.clock.now().getTime())
  sockets = await startSlackSockets()
  slack.socket.url = sockets.url
})
const t = setupTestApp(() => ({ env: { SLACK_API_URL: slack.apiUrl } }))
afterAll(async () => {
  await slackSocketWorker.drain?.(t.services)
  await sockets.stop()
  await slack.stop()
})

let team: Team
const save = (body: object) =>
  t.call('chat.save', { token: team.admin.token, params: { provider: 'slack' }, body })
const run = (services = t.services) => slackSocketWorker.run(services)
const command = (text: string, more: object = {}) => ({
  command: '/thanks',
  text,
  team_id: slack.teamId,
  user_id: 'U0ADMIN',
  channel_id: 'C0GENERAL',
  trigger_id: slack.addTrigger(),
  response_url: slack.addResponseUrl(),
  ...more,
})

beforeEach(async () => {
  team = await makeTeam(t)
  await authorizeSlackApp(t, slack, team)
  await linkChatUser(t, team.admin, 'U0ADMIN')
  await save({ socket_mode: true, app_token: slack.appToken })
})

afterEach(async () => {
  await save({ socket_mode: false })
  await slackSocketWorker.drain?.(t.services)
  await waitUntil('all connections are closed', () => sockets.open.size === 0, 5_000)
})

test('a command through the connection gets its answer in the acknowledgment', async () => {
  await run()
  expect(sockets.open.size).toBe(1)
  const answer = await sockets.send('slash_commands', command('help'))
  expect(JSON.stringify(answer)).toContain('/thanks')
})

test('a request of another Slack workspace is acknowledged without an answer', async () => {
  await run()
  const answer = await sockets.send('slash_commands', command('help', { team_id: 'T0OTHER' }))
  expect(answer).toEqual({})
})

test('one process of several holds the connection, and another takes over from a dead one', async () => {
  const other = { ...t.services }
  await Promise.all([run(), run(other)])
  expect(sockets.open.size).toBe(1)
  // The process that holds the connection dies without ending its lease.
  for (const socket of sockets.open) socket.terminate()
  const dead = t.services
  t.clock.advance(5 * secondMs)
  const third = { ...t.services }
  await run(third)
  expect(sockets.open.size).toBe(0)
  t.clock.advance(2 * secondMs)
  await run(third)
  await waitUntil('the third process is connected', () => sockets.open.size === 1, 5_000)
  await slackSocketWorker.drain?.(third)
  await slackSocketWorker.drain?.(dead)
  await slackSocketWorker.drain?.(other)
})

test('a stopping process ends its lease, so that the next one connects at once', async () => {
  await run()
  await slackSocketWorker.drain?.(t.services)
  await waitUntil('the connection is closed', () => sockets.open.size === 0, 5_000)
  const next = { ...t.services }
  await run(next)
  expect(sockets.open.size).toBe(1)
  await slackSocketWorker.drain?.(next)
})

test('a connection ends when the app no longer uses Socket Mode', async () => {
  await run()
  await save({ socket_mode: false })
  await run()
  await waitUntil('the connection is closed', () => sockets.open.size === 0, 5_000)
})

test('a lost connection is replaced after Slack refused to open another', async () => {
  await run()
  slack.failNext('apps.connections.open', 'server_error', 'server_error')
  for (const socket of sockets.open) socket.terminate()
  await waitUntil('the connection is lost', () => sockets.open.size === 0, 5_000)
  await waitUntil(
    'a connection is open',
    async () => {
      t.clock.advance(7 * secondMs)
      await run()
      return sockets.open.size === 1
    },
    5_000,
  )
})

test('a connection without a greeting does not hold up the others', async () => {
  sockets.settings.greets = false
  const startedAt = performance.now()
  await run()
  expect(performance.now() - startedAt).toBeLessThan(5 * secondMs)
  sockets.settings.greets = true
  for (const socket of sockets.open) socket.terminate()
  t.clock.advance(7 * secondMs)
  await run()
  const answer = await sockets.send('slash_commands', command('help'))
  expect(JSON.stringify(answer)).toContain('/thanks')
})

test('another app-level token opens another connection', async () => {
  await run()
  const [before] = sockets.open
  await save({ app_token: slack.appToken })
  await run()
  await waitUntil('one connection is open', () => sockets.open.size === 1, 5_000)
  expect(sockets.open.has(before as never)).toBe(false)
})

test('a slow request is acknowledged in time, and its result follows', async () => {
  await run()
  slack.failNext('users.info', 'hang')
  const sent = command('help', { user_id: slack.addUser().id })
  const answer = await sockets.send('slash_commands', sent)
  expect(answer).toEqual({})
  await waitUntil(
    'the result arrives',
    () => slack.responses.some(({ url }) => url === sent.response_url),
    5_000,
  )
})

test('without an app-level token no connection is opened', async () => {
  await save({ app_token: null })
  await run()
  expect(sockets.open.size).toBe(0)
})
