import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { oauthScopes } from '#contract/oauth.ts'
import { makeMember, makeTeam, type Member } from '#tests/support/factories.ts'
import {
  clientDocument,
  connectApplication,
  OauthBrowser,
  requestToken,
  serveClientDocuments,
  uidOf,
} from '#tests/support/oauth.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

// The library reads the clock of the machine.
const t = setupTestApp(() => ({ at: new Date() }))
let member: Member
beforeEach(async () => {
  serveClientDocuments(t)
  member = await makeMember(t, (await makeTeam(t)).workspace_id)
})

test('the metadata of the server lists exactly what it offers', async () => {
  const { publicUrl } = t.services.config
  const response = await t.app.inject('/.well-known/oauth-authorization-server')
  const methods = ['none', 'private_key_jwt']
  const algorithms = ['RS256', 'PS256', 'ES256', 'Ed25519', 'EdDSA']
  expect(response.json()).toEqual({
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    token_endpoint_auth_methods_supported: methods,
    token_endpoint_auth_signing_alg_values_supported: algorithms,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_signing_alg_values_supported: algorithms,
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    request_uri_parameter_supported: false,
    scopes_supported: oauthScopes,
  })
})

test.each([
  '/.well-known/openid-configuration',
  '/oauth/keys',
  '/oauth/me',
  '/oauth/register',
  '/oauth/introspect',
  '/oauth/session/end',
])('%s of an identity provider does not exist', async (path) => {
  expect((await t.app.inject(path)).statusCode).toBe(404)
})

test('every response mode that is offered returns a code', async () => {
  for (const [mode, mark] of [
    ['query', '?'],
    ['fragment', '#'],
  ]) {
    const browser = new OauthBrowser(t)
    const uid = uidOf(await browser.authorize({ response_mode: mode ?? '' }))
    const { body } = await browser.approve(member, uid, { scopes: ['profile:read'] })
    const { headers } = await browser.get(body.url)
    expect(headers.location).toContain(`https://assistant.example/callback${mark}code=`)
  }
})

test.each(['token', 'id_token', 'code id_token', 'none'])(
  'the response type %s is refused',
  async (type) => {
    const { headers } = await new OauthBrowser(t).authorize({ response_type: type })
    expect(headers.location).toContain('error=unsupported_response_type')
  },
)

test.each(['implicit', 'client_credentials', 'password'])(
  'the grant type %s is refused',
  async (type) => {
    const response = await requestToken(t, { grant_type: type })
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { error: 'unsupported_grant_type' },
    ])
  },
)

test('an answer with tokens has no identity token', async () => {
  const tokens = await connectApplication(t, member)
  expect(Object.keys(tokens).toSorted()).toEqual([
    'access_token',
    'expires_in',
    'refresh_token',
    'scope',
    'token_type',
  ])
})

test.each(['ES256', 'EdDSA'])('a code is exchanged with a private key of %s', async (alg) => {
  const { privateKey, publicKey } = await generateKeyPair(alg)
  const signed = {
    ...clientDocument,
    client_id: `https://signed.example/${alg}.json`,
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: alg,
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg }] },
  }
  serveClientDocuments(t, [signed])
  const browser = new OauthBrowser(t)
  const uid = uidOf(await browser.authorize({ client_id: signed.client_id }))
  const { body } = await browser.approve(member, uid, { scopes: ['profile:read'] })
  const callback = new URL(String((await browser.get(body.url)).headers.location))
  const exchange = (proof: Record<string, string>) =>
    requestToken(t, {
      client_id: signed.client_id,
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      code_verifier: browser.verifier,
      redirect_uri: 'https://assistant.example/callback',
      ...proof,
    })
  expect((await exchange({})).json()).toMatchObject({ error: 'invalid_client' })
  const assertion = await new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg, kid: 'one' })
    .setIssuer(signed.client_id)
    .setSubject(signed.client_id)
    .setAudience(t.services.config.publicUrl)
    .setIssuedAt()
    .setExpirationTime('1m')
    .sign(privateKey)
  const response = await exchange({
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  })
  expect(response.json()).toMatchObject({ token_type: 'Bearer', scope: 'profile:read' })
})
