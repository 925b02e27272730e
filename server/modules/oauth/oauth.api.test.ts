import { beforeEach, expect, test } from 'vitest'
import { oauthScopes } from '#contract/oauth.ts'
import { createSafeHttpClient } from '#server/platform/net/safe-http-client.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import {
  clientDocument,
  connectApplication,
  fetchCode,
  OauthBrowser,
  requestToken,
  serveClientDocuments,
  type Tokens,
  uidOf,
} from '#tests/support/oauth.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

// The library reads the clock of the machine.
const t = setupTestApp(() => ({ at: new Date() }))
let team: Team
let member: Member
let fetched: string[]
beforeEach(async () => {
  ;({ fetched } = serveClientDocuments(t))
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id)
})

const callWith = (token: string) => t.call('config.get', { token })
const refresh = (token: string) =>
  requestToken(t, { grant_type: 'refresh_token', refresh_token: token })

test('a person connects an application, which calls the API with its scopes', async () => {
  const browser = new OauthBrowser(t)
  const asked = await browser.authorize({ resource: `${t.services.config.publicUrl}/api` })
  expect(asked.statusCode).toBe(303)
  const uid = uidOf(asked)
  const shown = await t.call('oauth.interaction', {
    token: member.token,
    params: { uid },
    headers: { cookie: browser.cookie },
  })
  expect(shown.body).toEqual({
    client: {
      id: clientDocument.client_id,
      name: 'Assistant',
      website: 'https://assistant.example',
    },
    returns_to: 'assistant.example',
    audience: 'api',
    scopes: ['profile:read', 'posts:write'],
    allowed: true,
  })
  const approved = await browser.approve(member, uid, { scopes: ['profile:read'] })
  const resumed = await browser.get(approved.body.url)
  const callback = new URL(String(resumed.headers.location))
  expect(callback.origin + callback.pathname).toBe('https://assistant.example/callback')
  expect(callback.searchParams.get('state')).toBe('state-1')
  expect(callback.searchParams.get('iss')).toBe(t.services.config.publicUrl)
  const response = await requestToken(t, {
    grant_type: 'authorization_code',
    code: callback.searchParams.get('code') ?? '',
    code_verifier: browser.verifier,
    redirect_uri: 'https://assistant.example/callback',
  })
  expect(response.json()).toMatchObject({
    token_type: 'Bearer',
    expires_in: 3_600,
    scope: 'profile:read',
  })
  const { access_token: token } = response.json<Tokens>()
  expect((await callWith(token)).status).toBe(200)
  // The person left out posts:write.
  expect((await t.call('posts.create', { token, body: {} })).codes).toEqual(['scope_missing'])
  const { body: list } = await t.call('oauth.list', { token: member.token })
  expect(list).toMatchObject([{ name: 'Assistant', scopes: ['profile:read'], audience: 'api' }])
  expect(fetched).toEqual([clientDocument.client_id])
})

test('a token of the tools for assistants does not reach the API', async () => {
  const { access_token: token } = await connectApplication(t, member, { audience: 'mcp' })
  expect((await callWith(token)).status).toBe(401)
})

test('a code works once, and its second use ends the tokens of the first', async () => {
  const { code, code_verifier: verifier } = await fetchCode(t, member)
  const exchange = () =>
    requestToken(t, {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: 'https://assistant.example/callback',
    })
  const first = await exchange()
  const { access_token: token } = first.json<Tokens>()
  expect((await callWith(token)).status).toBe(200)
  const second = await exchange()
  expect([second.statusCode, second.json()]).toMatchObject([400, { error: 'invalid_grant' }])
  expect((await callWith(token)).status).toBe(401)
})

test('a code needs the verifier of the browser that asked', async () => {
  const { code } = await fetchCode(t, member)
  const response = await requestToken(t, {
    grant_type: 'authorization_code',
    code,
    code_verifier: 'x'.repeat(43),
    redirect_uri: 'https://assistant.example/callback',
  })
  expect(response.json()).toMatchObject({ error: 'invalid_grant' })
})

test('refresh tokens rotate, and the reuse of one ends the connection', async () => {
  const first = await connectApplication(t, member)
  const second = (await refresh(first.refresh_token)).json<Tokens>()
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect((await callWith(second.access_token)).status).toBe(200)
  expect((await refresh(first.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  expect((await callWith(second.access_token)).status).toBe(401)
  expect((await refresh(second.refresh_token)).statusCode).toBe(400)
  expect((await t.call('oauth.list', { token: member.token })).body).toEqual([])
})

test('a disconnected application loses its tokens at once', async () => {
  const tokens = await connectApplication(t, member)
  const [{ id } = { id: '' }] = (await t.call('oauth.list', { token: member.token })).body
  const other = await makeMember(t, team.workspace_id)
  const disconnect = ({ token }: Member) => t.call('oauth.disconnect', { token, params: { id } })
  expect((await disconnect(other)).status).toBe(404)
  expect((await disconnect(member)).status).toBe(204)
  expect((await callWith(tokens.access_token)).status).toBe(401)
  expect((await refresh(tokens.refresh_token)).statusCode).toBe(400)
})

test('a deactivated person loses their connections at once', async () => {
  const tokens = await connectApplication(t, member)
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: member.user_id },
    body: { state: 'deactivated' },
  })
  expect((await callWith(tokens.access_token)).status).toBe(401)
  expect((await refresh(tokens.refresh_token)).statusCode).toBe(400)
})

test.each([
  ['without scopes', ''],
  ['for scopes that are not offered', 'openid email'],
])('a request %s asks for all that are', async (_, scope) => {
  const browser = new OauthBrowser(t)
  const uid = uidOf(await browser.authorize({ scope }))
  const { body } = await t.call('oauth.interaction', {
    token: member.token,
    params: { uid },
    headers: { cookie: browser.cookie },
  })
  expect(body.scopes).toEqual(oauthScopes)
  const approved = await browser.approve(member, uid, { scopes: ['profile:read'] })
  const { headers } = await browser.get(approved.body.url)
  expect(String(headers.location)).toContain('https://assistant.example/callback?code=')
})

test('another browser cannot approve a request for access', async () => {
  const uid = uidOf(await new OauthBrowser(t).authorize())
  const stranger = new OauthBrowser(t)
  await stranger.authorize()
  const answer = await stranger.approve(member, uid, { scopes: ['profile:read'] })
  expect(answer.status).toBe(404)
})

test('a refused request returns to the application without a code', async () => {
  const browser = new OauthBrowser(t)
  const uid = uidOf(await browser.authorize())
  const { body } = await t.call('oauth.deny', {
    token: member.token,
    params: { uid },
    headers: { cookie: browser.cookie },
  })
  const { headers } = await browser.get(body.url)
  expect(new URL(String(headers.location)).searchParams.get('error')).toBe('access_denied')
})

test.each([
  ['another path below it', 'https://assistant.example/callback/more'],
  ['another host', 'https://assistant.example.evil.example/callback'],
  ['another parameter', 'https://assistant.example/callback?next=1'],
])('a redirect address with %s is refused', async (_, redirectUri) => {
  const response = await new OauthBrowser(t).authorize({ redirect_uri: redirectUri })
  expect(response.headers.location).toBe(
    `${t.services.config.publicUrl}/connect/error#invalid_redirect_uri`,
  )
})

test.each([
  ['without PKCE', { code_challenge: '', code_challenge_method: '' }],
  ['with a plain challenge', { code_challenge_method: 'plain' }],
  ['for another resource', { resource: 'https://other.example/mcp' }],
  ['that returns in a form', { response_mode: 'form_post' }],
])('a request %s gets no page', async (_, query) => {
  const response = await new OauthBrowser(t).authorize(query)
  const location = String(response.headers.location)
  expect(location).toContain('https://assistant.example/callback?error=')
})

test('a team decides which applications its people connect', async () => {
  const tokens = await connectApplication(t, member)
  const setPolicy = (access: string, ids: string[] = []) =>
    t.call('oauth.set_policy', {
      token: team.admin.token,
      body: { access, client_ids: ids },
    })
  const { body } = await setPolicy('listed', [clientDocument.client_id])
  expect(body.clients).toMatchObject([{ name: 'Assistant', people: 1 }])
  expect((await callWith(tokens.access_token)).status).toBe(200)
  await setPolicy('off')
  expect((await callWith(tokens.access_token)).status).toBe(401)
  const browser = new OauthBrowser(t)
  const uid = uidOf(await browser.authorize())
  const answer = await browser.approve(member, uid, { scopes: ['profile:read'] })
  expect(answer.codes).toEqual(['oauth_client_blocked'])
  expect((await setPolicy('listed', ['ftp://x'])).status).toBe(422)
})

test('a metadata document at a private address is not fetched', async () => {
  t.services.safeHttpClient = createSafeHttpClient({
    loopback: false,
    resolve: () => Promise.resolve(['10.0.0.7']),
  })
  const response = await new OauthBrowser(t).authorize({
    client_id: 'https://intranet.example/client.json',
  })
  expect(response.headers.location).toContain('/connect/error#invalid_client')
})

test('a document that names another client is refused', async () => {
  const other = 'https://other.example/client.json'
  serveClientDocuments(t, [clientDocument])
  t.services.safeHttpClient = {
    ...t.services.safeHttpClient,
    fetchDocument: () =>
      Promise.resolve({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(clientDocument)),
      }),
  }
  const response = await new OauthBrowser(t).authorize({ client_id: other })
  expect(response.headers.location).toContain('/connect/error#invalid_client_metadata')
})

test('tokens of a client do not refresh for another one', async () => {
  const another = { ...clientDocument, client_id: 'https://another.example/client.json' }
  serveClientDocuments(t, [clientDocument, another])
  const { refresh_token: token } = await connectApplication(t, member)
  const response = await requestToken(t, {
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: another.client_id,
  })
  expect(response.json()).toMatchObject({ error: 'invalid_grant' })
})

test('of two refreshes at once at most one gets tokens', async () => {
  const { refresh_token: token } = await connectApplication(t, member)
  const answers = await Promise.all([refresh(token), refresh(token)])
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  const { body } = await t.call('oauth.list', { token: member.token })
  // The connection stays only if both read the token before one used it up. Otherwise the second one
  // ends it, before or after the first has its tokens.
  expect([
    [200, 400, 1],
    [200, 400, 0],
    [400, 400, 0],
  ]).toContainEqual([...statuses, body.length])
})

test('a revoked refresh token ends the connection', async () => {
  const tokens = await connectApplication(t, member)
  await t.app.inject({
    method: 'POST',
    url: '/oauth/revoke',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      client_id: clientDocument.client_id,
      token: tokens.refresh_token,
    }).toString(),
  })
  expect((await callWith(tokens.access_token)).status).toBe(401)
})

test('an access token of an application is in no list of personal tokens', async () => {
  await connectApplication(t, member)
  expect((await t.call('tokens.list', { token: member.token })).body.items).toEqual([])
})
