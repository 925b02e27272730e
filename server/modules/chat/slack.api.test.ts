import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { slackScopes } from '#contract/chat.ts'
import { minuteMs, secondMs } from '#contract/durations.ts'
import { startSlackServer, type SlackServer } from '#tests/contracts/slack-server.ts'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

let slack: SlackServer
beforeAll(async () => {
  slack = await startSlackServer(() => t.clock.now().getTime())
})
const t = setupTestApp(() => ({ env: { SLACK_API_URL: slack.apiUrl } }))
afterAll(() => slack.stop())

let team: Team
const params = { provider: 'slack' }
const admin = () => ({ token: team.admin.token })
const secrets = () => ({
  client_id: slack.clientId,
  client_secret: slack.clientSecret,
  signing_secret: slack.signingSecret,
})
const connection = async () =>
  (await t.call('chat.list', admin())).body.find(({ provider }) => provider === 'slack')
const redirectUrl = async () => (await connection())?.redirect_url ?? ''

/** Starts an authorization as a session. Returns its state. */
async function authorize(token = team.admin.token): Promise<string> {
  const { body } = await t.call('chat.authorize', { token })
  return new URL(body.url).searchParams.get('state') ?? ''
}
async function connect() {
  await t.call('chat.save', { ...admin(), params, body: secrets() })
  const state = await authorize()
  return t.call('chat.connect', {
    ...admin(),
    body: { code: slack.addCode(await redirectUrl()), state },
  })
}

beforeEach(async () => {
  team = await makeTeam(t)
})

const checks = async () =>
  Object.fromEntries(
    (await t.call('chat.check', { ...admin(), params })).body.checks.map(({ name, ...result }) => [
      name,
      result,
    ]),
  )

test('both chats are listed before they are set up', async () => {
  const { body } = await t.call('chat.list', admin())
  expect(body.map(({ provider, state }) => [provider, state])).toEqual([
    ['slack', 'none'],
    ['teams', 'none'],
  ])
})

test('the manifest asks for the listed permissions and names the addresses of the team', async () => {
  const { body } = await t.call('chat.manifest', admin())
  const manifest = JSON.parse(body.manifest) as {
    oauth_config: { scopes: { bot: string[] }; redirect_urls: string[] }
    features: { slash_commands: { url?: string }[] }
  }
  expect(manifest.oauth_config.scopes.bot).toEqual(slackScopes)
  expect(manifest.oauth_config.redirect_urls).toEqual([await redirectUrl()])
  expect(manifest.features.slash_commands[0]?.url).toBe(
    `${(await connection())?.request_url}/commands`,
  )
  expect(body.create_url).toContain(encodeURIComponent(JSON.stringify(manifest)))
})

test('a manifest for Socket Mode has no addresses of requests', async () => {
  const { body } = await t.call('chat.manifest', { ...admin(), query: { socket_mode: '1' } })
  expect(body.manifest).not.toContain('/commands')
})

test('an authorization does not connect an app that replaced its own', async () => {
  const { slack: client } = t.services
  const exchangeCode = client.exchangeCode.bind(client)
  client.exchangeCode = async (request) => {
    client.exchangeCode = exchangeCode
    const grant = await exchangeCode(request)
    await t.call('chat.save', { ...admin(), params, body: { client_id: '1.2' } })
    return grant
  }
  expect((await connect()).codes).toEqual(['chat_authorization_invalid'])
  expect((await connection())?.state).toBe('setup')
})

test('an authorization connects the app, and the audit log names it', async () => {
  const { body } = await connect()
  expect(body).toMatchObject({ state: 'connected', external_name: 'Acme', linked_people: 0 })
  const { body: log } = await t.call('workspace.audit', admin())
  expect(log.items.map(({ action }) => action)).toEqual(['chat.connect', 'chat.save'])
})

test('secrets and tokens are never returned', async () => {
  await connect()
  const texts = JSON.stringify([
    (await t.call('chat.list', admin())).body,
    (await t.call('chat.check', { ...admin(), params })).body,
    (await t.call('workspace.audit', admin())).body,
  ])
  for (const secret of [slack.clientSecret, slack.signingSecret, ...slack.tokens.keys()])
    expect(texts).not.toContain(secret)
})

test('a state works once', async () => {
  await t.call('chat.save', { ...admin(), params, body: secrets() })
  const state = await authorize()
  const finish = async () =>
    t.call('chat.connect', {
      ...admin(),
      body: { code: slack.addCode(await redirectUrl()), state },
    })
  expect((await finish()).codes).toEqual([])
  expect((await finish()).codes).toEqual(['chat_authorization_invalid'])
})

test('a state of another session, another team or an earlier time is refused', async () => {
  await t.call('chat.save', { ...admin(), params, body: secrets() })
  const other = await makeMember(t, team.workspace_id, {
    permissions: { account_administrator: true },
  })
  const foreign = await makeTeam(t)
  const code = slack.addCode(await redirectUrl())
  const states = [await authorize(other.token), 'x'.repeat(43)]
  for (const state of states)
    expect((await t.call('chat.connect', { ...admin(), body: { code, state } })).codes).toEqual([
      'chat_authorization_invalid',
    ])
  const own = await authorize()
  expect(
    (await t.call('chat.connect', { token: foreign.admin.token, body: { code, state: own } }))
      .codes,
  ).toEqual(['chat_authorization_invalid'])
  t.clock.set(new Date(t.clock.now().getTime() + 10 * minuteMs + secondMs))
  expect((await t.call('chat.connect', { ...admin(), body: { code, state: own } })).codes).toEqual([
    'chat_authorization_invalid',
  ])
})

test('a code that Slack refuses is reported with its reason', async () => {
  await t.call('chat.save', { ...admin(), params, body: secrets() })
  const state = await authorize()
  const { errors } = await t.call('chat.connect', { ...admin(), body: { code: 'wrong', state } })
  expect(errors[0]).toMatchObject({ code: 'chat_refused', params: { reason: 'invalid_code' } })
})

test('an authorization without secrets is refused', async () => {
  expect((await t.call('chat.authorize', admin())).codes).toEqual(['chat_not_connected'])
})

test('an app in Socket Mode needs an app-level token instead of a signing secret', async () => {
  const { signing_secret: _, ...keys } = secrets()
  await t.call('chat.save', { ...admin(), params, body: { ...keys, socket_mode: true } })
  expect((await t.call('chat.authorize', admin())).codes).toEqual(['chat_not_connected'])
  expect((await checks())['credentials']).toMatchObject({ detail: 'app_token' })
  await t.call('chat.save', { ...admin(), params, body: { app_token: slack.appToken } })
  expect((await t.call('chat.authorize', admin())).codes).toEqual([])
  expect((await checks())['credentials']).toMatchObject({ ok: true })
})

test('another client id must be authorized again', async () => {
  await connect()
  const { body } = await t.call('chat.save', { ...admin(), params, body: { client_id: '9.9' } })
  expect(body.state).toBe('setup')
})

test('the check names missing secrets, a missing authorization and missing permissions', async () => {
  expect(await checks()).toMatchObject({
    credentials: { ok: false, detail: 'client_id, client_secret, signing_secret' },
    token: { ok: false, detail: 'not_authorized' },
  })
  await connect()
  expect(await checks()).toMatchObject({
    credentials: { ok: true },
    token: { ok: true },
    scopes: { ok: true },
    tenant: { ok: true },
    requests: { ok: false, detail: 'none' },
  })
  for (const token of slack.tokens.values()) token.scopes = ['commands']
  expect((await checks())['scopes']).toMatchObject({
    ok: false,
    detail: slackScopes.filter((scope) => scope !== 'commands').join(', '),
  })
})

test('disconnecting deletes the app and revokes its token', async () => {
  await connect()
  expect((await t.call('chat.disconnect', { ...admin(), params })).status).toBe(204)
  expect((await connection())?.state).toBe('none')
  expect(slack.count('auth.revoke')).toBe(1)
  expect((await t.call('chat.disconnect', { ...admin(), params })).status).toBe(204)
})

test('requests to Slack follow its contract', () => expect(slack.violations).toEqual([]))
