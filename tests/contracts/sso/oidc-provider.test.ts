import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CookieClient, redirectOf } from '#tests/support/cookie-client.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { makeSsoConnection } from '#tests/support/make-sso-connection.ts'
import { exchangeInTab, openReplyUrl, openTab, startSsoSignIn } from '#tests/support/sso-sign-in.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/**
 * Sign-in through `oidc-provider`, a certified provider by other authors. It checks our requests:
 * the registered reply address, PKCE, the client's secret.
 */
const t = setupTestApp(() => ({ at: new Date() }))
// It warns about the keys, the memory and the lifetimes of a provider for development.
vi.hoisted(() => {
  for (const name of ['info', 'warn'] as const) vi.spyOn(console, name).mockReturnValue()
})
const domain = 'foreign.example'
const clientSecret = 'a secret of at least thirty-two characters'
let server: Server
let provider: Provider
let issuer: string
let team: Team
let member: Member
let target: { workspace_id: string; connection_id: string }

/** Signs a preset person in and grants what the client asked for, without a page. */
async function finishInteraction(request: IncomingMessage, response: ServerResponse) {
  const { prompt, params } = await provider.interactionDetails(request, response)
  const accountId = 'ida'
  if (prompt.name === 'login')
    return provider.interactionFinished(request, response, { login: { accountId, amr: ['otp'] } })
  const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) })
  grant.addOIDCScope('openid email profile')
  return provider.interactionFinished(
    request,
    response,
    { consent: { grantId: await grant.save() } },
    { mergeWithLastSubmission: true },
  )
}

beforeAll(async () => {
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id, { email: `ida@${domain}` })
  server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/')) void finishInteraction(request, response)
    else void provider.callback()(request, response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { sso_connection: id } = await makeSsoConnection(t, team, {
    state: 'active',
    issuer,
    client_id: 'laurel',
    secret: clientSecret,
    domain,
  })
  target = { workspace_id: team.workspace_id, connection_id: id }
  const { publicUrl } = t.services.config
  provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'laurel',
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/sso/oidc/${team.workspace_id}/${id}`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({
        sub,
        email: `ida@${domain}`,
        email_verified: true,
        given_name: 'Ida',
      }),
    }),
  })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Follows the provider's pages with its cookies until it sends the browser to us. */
async function walkThrough(start: string): Promise<string> {
  const client = new CookieClient()
  let url = start
  for (let step = 0; step < 12 && url.startsWith(issuer); step += 1)
    url = redirectOf(await client.fetch(url), url)
  return url
}

test('a member signs in', async () => {
  const tab = openTab()
  const answer = await walkThrough(await startSsoSignIn(t, target, tab))
  const { status, body } = await exchangeInTab(t, await openReplyUrl(t, answer), tab)
  expect(status).toBe(200)
  const config = await t.call('config.get', { token: body.access_token })
  expect(config.body.user.id).toBe(member.user_id)
})

test('its answer is refused in another tab', async () => {
  const answer = await walkThrough(await startSsoSignIn(t, target, openTab()))
  const { codes } = await exchangeInTab(t, await openReplyUrl(t, answer), openTab())
  expect(codes).toEqual(['sso_expired'])
})
