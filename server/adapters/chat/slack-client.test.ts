import { createServer } from 'node:http'
import type { ModalView } from '@slack/types'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hourMs, minuteMs } from '#contract/durations.ts'
import { slackScopes } from '#contract/chat.ts'
import { type SlackServer, startSlackServer } from '#tests/contracts/slack-server.ts'
import { createSlackClient, type SlackClient } from './slack-client.ts'

let slack: SlackServer
let client: SlackClient
let now: number
beforeEach(async () => {
  now = Date.parse('2026-06-15T12:00:00Z')
  slack = await startSlackServer(() => now)
  client = createSlackClient({ apiUrl: slack.apiUrl, allowLoopbackTargets: true })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await slack.stop()
})

const plain = (text: string) => ({ type: 'plain_text' as const, text })
const modal: ModalView = {
  type: 'modal',
  title: plain('Thank somebody'),
  submit: plain('Send'),
  blocks: [
    {
      type: 'input',
      block_id: 'people',
      label: plain('People'),
      element: { type: 'multi_users_select', action_id: 'people' },
    },
  ],
}
const message = {
  text: 'Ana thanked Ben',
  blocks: [
    { type: 'section' as const, text: { type: 'mrkdwn' as const, text: 'Ana thanked Ben' } },
  ],
}
const failure = (error: string) => ({ ok: false, error })

test('exchanges a code once for a token that expires and rotates', async () => {
  const app = { client_id: slack.clientId, client_secret: slack.clientSecret }
  const redirectUri = 'https://laurel.example.com/slack/oauth'
  const input = { ...app, code: slack.addCode(redirectUri), redirect_uri: redirectUri }
  expect(await client.exchangeCode({ ...input, client_secret: 'x' })).toEqual(
    failure('bad_client_secret'),
  )
  expect(await client.exchangeCode({ ...input, redirect_uri: 'https://evil.example' })).toEqual(
    failure('bad_redirect_uri'),
  )
  const grant = await client.exchangeCode(input)
  expect(grant).toMatchObject({
    ok: true,
    team: { id: slack.teamId },
    bot_user_id: slack.botUserId,
    app_id: slack.appId,
    expires_in: 43_200,
  })
  expect(await client.exchangeCode(input)).toEqual(failure('code_already_used'))
  if (!grant.ok) return
  now += 12 * hourMs
  expect(await client.testToken(grant.access_token)).toEqual(failure('token_expired'))
  const refresh = { ...app, refresh_token: grant.refresh_token ?? '' }
  const renewed = await client.refreshToken(refresh)
  expect(renewed).toMatchObject({ ok: true, team: { id: slack.teamId } })
  expect(await client.refreshToken(refresh)).toEqual(failure('invalid_refresh_token'))
  if (renewed.ok) expect(await client.testToken(renewed.access_token)).toMatchObject({ ok: true })
  expect(slack.violations).toEqual([])
})

test('reads the team and the granted scopes of a token until it is revoked', async () => {
  expect(await client.testToken(slack.botToken)).toMatchObject({
    ok: true,
    team_id: slack.teamId,
    user_id: slack.botUserId,
    oauth_scopes: [...slackScopes],
  })
  expect(await client.revokeToken(slack.botToken)).toEqual({ ok: true })
  expect(await client.testToken(slack.botToken)).toEqual(failure('token_revoked'))
  expect(await client.testToken('xoxb-unknown')).toEqual(failure('invalid_auth'))
  expect(slack.violations).toEqual([])
})

test('posts, updates and deletes a message without unfurling', async () => {
  const posted = await client.postMessage(slack.botToken, { channel: 'C0GENERAL', ...message })
  expect(posted).toMatchObject({ ok: true, channel: 'C0GENERAL' })
  if (!posted.ok) return
  const target = { channel: posted.channel, ts: posted.ts }
  expect(slack.calls.at(-1)?.body).toMatchObject({ unfurl_links: false, unfurl_media: false })
  expect(
    await client.updateMessage(slack.botToken, { ...target, text: 'Ana thanked Ben and Cleo' }),
  ).toMatchObject({ ok: true, ts: posted.ts })
  const stored = slack.messages.get(`${posted.channel}:${posted.ts}`)
  expect(stored).toMatchObject({ text: 'Ana thanked Ben and Cleo', updates: 1, deleted: false })
  expect(await client.deleteMessage(slack.botToken, target)).toEqual({ ok: true })
  expect(await client.deleteMessage(slack.botToken, target)).toEqual(failure('message_not_found'))
  expect(slack.violations).toEqual([])
})

test('returns the channel of a direct message', async () => {
  const { id } = slack.addUser()
  expect(
    await client.postMessage(slack.botToken, { channel: id, text: 'Somebody thanked you' }),
  ).toMatchObject({ ok: true, channel: `D${id.slice(1)}` })
})

test('opens a modal once per trigger and publishes the Home tab', async () => {
  const trigger = slack.addTrigger()
  const input = { trigger_id: trigger, view: modal }
  expect(await client.openView(slack.botToken, input)).toMatchObject({
    ok: true,
    view: { id: slack.views[0]?.id },
  })
  expect(await client.openView(slack.botToken, input)).toEqual(failure('exchanged_trigger_id'))
  const { id } = slack.addUser()
  const view = { type: 'home' as const, blocks: message.blocks }
  expect(await client.publishView(slack.botToken, { user_id: id, view })).toMatchObject({
    ok: true,
  })
  expect(slack.homes.get(id)).toEqual(view)
  expect(slack.violations).toEqual([])
})

test('reads a user, with false for every flag that Slack leaves out', async () => {
  const guest = slack.addUser({ is_restricted: true, email: 'guest@example.com' })
  expect(await client.findUser(slack.botToken, guest.id)).toEqual({
    ok: true,
    user: { ...guest },
  })
  const bare = { id: 'U0BARE', team_id: slack.teamId, profile: {} }
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(Response.json({ ok: true, user: bare })),
  )
  expect(await client.findUser(slack.botToken, 'U0BARE')).toMatchObject({
    ok: true,
    user: { is_bot: false, is_email_confirmed: false, email: null },
  })
  expect(await client.findUser(slack.botToken, 'U0OTHER')).toEqual(failure('unexpected_answer'))
})

test('reads no address without the scope for it', async () => {
  const token = slack.addBotToken({ rotates: false, scopes: ['users:read'] })
  const { id } = slack.addUser()
  expect(await client.findUser(token, id)).toMatchObject({ ok: true, user: { email: null } })
  expect(await client.postMessage(token, { channel: 'C0GENERAL', ...message })).toEqual(
    failure('missing_scope'),
  )
})

test('opens Socket Mode with an app token only', async () => {
  expect(await client.openSocket(slack.appToken)).toMatchObject({
    ok: true,
    url: expect.stringMatching(/^ws:/),
  })
  expect(await client.openSocket(slack.botToken)).toEqual(failure('not_allowed_token_type'))
})

test.each(['channel_not_found', 'is_archived', 'not_in_channel', 'account_inactive'])(
  'returns the code %s of Slack',
  async (code) => {
    slack.failNext('chat.postMessage', code)
    expect(await client.postMessage(slack.botToken, { channel: 'C0GENERAL', ...message })).toEqual(
      failure(code),
    )
  },
)

test.each([
  ['ratelimited', { ...failure('ratelimited'), retry_after_s: 7 }],
  ['server_error', failure('unreachable')],
  ['lost', failure('unreachable')],
  ['garbled', failure('unexpected_answer')],
])('turns the fault %s into a failure', async (fault, expected) => {
  slack.failNext('chat.postMessage', fault)
  expect(await client.postMessage(slack.botToken, { channel: 'C0GENERAL', ...message })).toEqual(
    expected,
  )
})

test('gives up interactive calls before Slack does', async () => {
  slack.failNext('views.open', 'hang')
  slack.failNext('users.info', 'hang')
  const startedAt = performance.now()
  const results = await Promise.all([
    client.openView(slack.botToken, { trigger_id: slack.addTrigger(), view: modal }),
    client.findUser(slack.botToken, slack.addUser().id),
  ])
  expect(results).toEqual([failure('unreachable'), failure('unreachable')])
  expect(performance.now() - startedAt).toBeLessThan(3_000)
})

test('answers at a response address five times', async () => {
  const url = slack.addResponseUrl()
  for (let n = 0; n < 5; n += 1)
    expect(await client.respond(url, { response_type: 'ephemeral', ...message })).toEqual({
      ok: true,
    })
  expect(await client.respond(url, message)).toEqual(failure('used_url'))
  const late = slack.addResponseUrl()
  now += 31 * minuteMs
  expect(await client.respond(late, message)).toEqual(failure('expired_url'))
  expect(slack.responses).toHaveLength(5)
})

test.each([
  'http://hooks.slack.com/commands/x',
  'https://hooks.slack.com:8443/commands/x',
  'https://hooks.slack.com@evil.example/x',
  'https://user@hooks.slack.com/x',
  'https://hooks.slack.com.evil.example/x',
  'https://evil.example/hooks.slack.com/',
  'https://slack.com/x',
  'https://[::1]/x',
  'http://127.0.0.1:1/x',
  'http://localhost/x',
  'file:///etc/passwd',
  'hooks.slack.com',
  '',
])('sends no answer to %s', async (url) => {
  const fetchSpy = vi.spyOn(globalThis, 'fetch')
  const strict = createSlackClient({ apiUrl: slack.apiUrl, allowLoopbackTargets: false })
  expect(await strict.respond(url, message)).toEqual(failure('invalid_response_url'))
  expect(fetchSpy).not.toHaveBeenCalled()
})

test('answers at the host of Slack, where its path stays as given', async () => {
  const fetchSpy = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response('ok')))
  const strict = createSlackClient({ apiUrl: slack.apiUrl, allowLoopbackTargets: false })
  const url = 'https://hooks.slack.com/commands/T1/2/x'
  expect(await strict.respond(url, message)).toEqual({ ok: true })
  expect(fetchSpy.mock.calls[0]?.[0]).toBe(url)
  expect(fetchSpy.mock.calls[0]?.[1]).toMatchObject({ redirect: 'error' })
})

test('follows no redirect and reads no endless answer', async () => {
  let served = 0
  const server = createServer((request, response) => {
    served += 1
    if (request.url === '/auth.test') response.writeHead(302, { location: '/other' }).end()
    else response.writeHead(200).end(JSON.stringify({ ok: true, text: 'x'.repeat(300 * 1_024) }))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as { port: number }
  const apiUrl = `http://127.0.0.1:${port}`
  const other = createSlackClient({ apiUrl, allowLoopbackTargets: true })
  expect(await other.testToken('xoxb-1')).toEqual(failure('unreachable'))
  expect(served).toBe(1)
  expect(await other.revokeToken('xoxb-1')).toEqual(failure('unexpected_answer'))
  server.closeAllConnections()
  await new Promise((resolve) => {
    server.close(resolve)
  })
  expect(await other.testToken('xoxb-1')).toEqual(failure('unreachable'))
})

test('keeps tokens and foreign texts out of failures', async () => {
  const token = 'xoxb-secret\nline'
  expect(await client.testToken(token)).toEqual(failure('invalid_auth'))
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(Response.json({ ok: false, error: `Your token ${slack.botToken} is wrong` })),
  )
  expect(await client.testToken(slack.botToken)).toEqual(failure('unexpected_answer'))
})
