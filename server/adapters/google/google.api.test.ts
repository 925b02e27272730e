import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeSecondFactor, makeTeam } from '#tests/support/factories.ts'
import {
  type GoogleServer,
  generateSigningKey,
  startGoogleServer,
} from '#tests/support/google-server.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createGoogleVerifier } from './google.ts'

/**
 * Sign-in with Google, from the token to the account, over HTTP with keys from a loopback server.
 */
let google: GoogleServer
beforeAll(async () => {
  google = await startGoogleServer()
})
afterAll(() => google?.stop())
const t = setupTestApp(() => ({ env: { ...google.env, LOG_LEVEL: 'silent' } }))
let n = 0
/** The nonce of the next token, with its key. A test that signs in again renews it first. */
let nonce: { nonce: string; nonce_key: string }
const renew = async () => {
  nonce = (await t.call('auth.google_nonce')).body
}
beforeEach(async () => {
  n += 1
  await renew()
})

const signIn = (idToken: string, nonceKey: string | undefined = nonce.nonce_key) =>
  t.call('auth.verify_google', { body: { id_token: idToken, nonce_key: nonceKey } })
const token = (claims: Record<string, unknown> = {}) =>
  google.token(t.clock.now(), { nonce: nonce.nonce, ...claims })
const seconds = (offset: number) => Math.floor(t.clock.now().getTime() / 1000) + offset
const accounts = () =>
  t.services.db.global.selectFrom('accounts').selectAll().orderBy('id').execute()

test('shows Google on the sign-in page only with a client id', async () => {
  expect((await t.call('auth.options')).body).toEqual({
    google: { client_id: google.clientId, script_url: google.env['GOOGLE_SCRIPT_URL'] },
    terms_url: null,
    privacy_url: null,
  })
  const without = await startTestApp()
  expect((await without.call('auth.options')).body.google).toBeNull()
  const answer = await without.call('auth.verify_google', {
    body: { id_token: token(), nonce_key: nonce.nonce_key },
  })
  expect([answer.status, answer.codes]).toEqual([401, ['google_token_invalid']])
  expect((await without.call('auth.google_nonce')).codes).toEqual(['not_found'])
  const plain = (await without.app.inject('/api/docs')).headers
  expect(plain['content-security-policy']).not.toContain('http')
  expect(plain['cross-origin-opener-policy']).toBe('same-origin')
  await without.close()
})

test('allows exactly Google’s script, frame, styles and calls in the CSP', async () => {
  const { headers } = await t.app.inject('/api/docs')
  const policy = String(headers['content-security-policy'])
  const folder = google.env['GOOGLE_SCRIPT_URL']?.replace(/client$/, '')
  expect(policy.split(';')).toEqual(
    expect.arrayContaining([
      `script-src 'self' ${folder}client`,
      `frame-src 'self' ${folder}`,
      `connect-src 'self' ${folder}`,
      `style-src 'self' 'unsafe-inline' ${folder}`,
      "default-src 'self'",
      "object-src 'none'",
    ]),
  )
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
})

test('creates an account whose temporary token can create a team', async () => {
  const { status, body } = await signIn(token({ sub: 'new', email: 'New.Person@gmail.com' }))
  expect([status, body.email, body.workspaces]).toEqual([200, 'new.person@gmail.com', []])
  expect(
    (
      await t.call('auth.create_workspace', {
        token: body.access_token,
        body: { name: 'By Google' },
      })
    ).status,
  ).toBe(200)
  await renew()
  const again = await signIn(token({ sub: 'new', email: 'new.person@gmail.com' }))
  expect(again.body.workspaces).toMatchObject([{ name: 'By Google' }])
})

test('finds a linked member by sub after a change of the address', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id, { email: `kept${n}@gmail.com` })
  expect((await signIn(token({ sub: `sub${n}`, email: member.email }))).body).toMatchObject({
    email: member.email,
    workspaces: [{ id: team.workspace_id }],
  })
  await renew()
  const moved = await signIn(token({ sub: `sub${n}`, email: 'somewhere@else.example' }))
  expect([moved.status, moved.body.email]).toEqual([200, member.email])
})

test('requires the second factor before it links an account to Google', async () => {
  const member = await makeMember(t, (await makeTeam(t)).workspace_id, {
    email: `second${n}@gmail.com`,
  })
  const { recovery_codes: recoveryCodes } = await makeSecondFactor(t, member)
  const idToken = token({ sub: `second${n}`, email: member.email })
  const link = async () =>
    (await accounts()).find((one) => one.id === member.account_id)?.google_sub
  expect((await signIn(idToken)).codes).toEqual(['second_factor_needed'])
  expect(
    (
      await t.call('auth.verify_google', {
        body: { id_token: idToken, nonce_key: nonce.nonce_key, second_factor: 'abcd-efgh-jkmn' },
      })
    ).codes,
  ).toEqual(['second_factor_invalid'])
  expect(await link()).toBeNull()
  // Check that a failed attempt reveals nothing.
  expect(
    (await signIn(token({ sub: `second${n}`, email: member.email, aud: 'somebody else' }))).codes,
  ).toEqual(['google_token_invalid'])
  const { status, body } = await t.call('auth.verify_google', {
    body: { id_token: idToken, nonce_key: nonce.nonce_key, second_factor: recoveryCodes[0] },
  })
  expect([status, body.email, await link()]).toEqual([200, member.email, `second${n}`])
  // The second factor is linked, so the next sign-in does not ask for it.
  expect((await signIn(idToken)).codes).toEqual(['google_token_invalid'])
  await renew()
  expect((await signIn(token({ sub: `second${n}`, email: member.email }))).codes).toEqual([
    'second_factor_needed',
  ])
})

test('accepts a Workspace domain as authoritative for its own addresses', async () => {
  expect(
    (
      await signIn(
        token({
          sub: `hd${n}`,
          email: 'ada@company.example',
          hd: 'Company.example',
          iss: 'accounts.google.com',
        }),
      )
    ).status,
  ).toBe(200)
})

test.each([
  ['without hd', {}],
  ['with the hd of another domain', { hd: 'other.example' }],
  ['with an empty hd', { hd: '' }],
  ['with the hd of a parent domain', { hd: 'example' }],
  ['at a domain that begins with gmail.com', { email: 'eve@gmail.com.evil.example' }],
  ['at a subdomain of gmail.com', { email: 'eve@mail.gmail.com' }],
])('rejects a non-authoritative address %s', async (_, claims) => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id, { email: `victim${n}@company.example` })
  const before = await accounts()
  const known = await signIn(token({ sub: `evil${n}`, email: member.email, ...claims }))
  const unknown = await signIn(
    token({ sub: `evil${n}`, email: `nobody${n}@company.example`, ...claims }),
  )
  for (const answer of [known, unknown])
    expect([answer.status, answer.codes]).toEqual([422, ['google_address']])
  expect(await accounts()).toEqual(before)
})

test('refuses another Google user with the address of a linked account', async () => {
  await signIn(token({ sub: `one${n}`, email: `shared${n}@gmail.com` }))
  await renew()
  const other = await signIn(token({ sub: `two${n}`, email: `shared${n}@gmail.com` }))
  expect([other.status, other.codes]).toEqual([401, ['google_token_invalid']])
  expect((await accounts()).filter((one) => one.email === `shared${n}@gmail.com`)).toMatchObject([
    { google_sub: `one${n}` },
  ])
})

test.each<[string, () => string, (() => string | undefined)?]>([
  ['for another client', () => token({ aud: 'another.apps.googleusercontent.com' })],
  ['from another issuer', () => token({ iss: 'https://accounts.example.com' })],
  ['without an issuer', () => token({ iss: undefined })],
  ['that has expired', () => token({ iat: seconds(-3_000), exp: seconds(-31) })],
  ['that never expires', () => token({ exp: undefined })],
  ['that is too old, though not expired', () => token({ iat: seconds(-3_631), exp: seconds(600) })],
  ['from the future', () => token({ iat: seconds(120) })],
  ['without iat', () => token({ iat: undefined })],
  [
    'signed with a forged key',
    () => google.token(t.clock.now(), nonce, {}, generateSigningKey().privateKey),
  ],
  ['signed with an unknown key', () => google.token(t.clock.now(), nonce, { kid: 'second' })],
  ['of an unverified address', () => token({ email_verified: false })],
  ['with email_verified as text', () => token({ email_verified: 'true' })],
  ['without email_verified', () => token({ email_verified: undefined })],
  ['with another nonce', () => token({ nonce: 'theirs' })],
  ['without a nonce', () => token({ nonce: undefined })],
  ['with an empty nonce', () => token({ nonce: '' })],
  ['with the key of its nonce as the nonce', () => token({ nonce: nonce.nonce_key })],
  ['without the key of its nonce', () => token(), () => ''],
  ['with the nonce as its key', () => token(), () => nonce.nonce],
  ['with the key of another nonce', () => token(), () => `${nonce.nonce_key.slice(1)}0`],
  [
    'whose key claims a later expiry',
    () => token(),
    () => nonce.nonce_key.replace(/\.\w+$/, '.zzzzzzz'),
  ],
  ['with alg none', () => google.token(t.clock.now(), nonce, { alg: 'none' }, 'none')],
  ['without its signature', () => google.token(t.clock.now(), nonce, {}, 'none')],
  [
    'signed HS256 with the public key',
    () => google.token(t.clock.now(), nonce, { alg: 'HS256' }, 'public-as-secret'),
  ],
  ['without sub', () => token({ sub: undefined })],
  ['with an empty sub', () => token({ sub: '' })],
  ['without an address', () => token({ email: undefined })],
  ['with a malformed address', () => token({ email: 'gmail.com' })],
  [
    'changed after signing',
    () => token().replace(/\.[^.]+\./, `.${Buffer.from('{"sub":"1"}').toString('base64url')}.`),
  ],
  ['that is no JWT', () => 'garbage'],
  ['of three empty parts', () => '..'],
])('rejects a token %s', async (_, make, key) => {
  const before = await accounts()
  const answer = await signIn(make(), key?.())
  expect([answer.status, answer.codes]).toEqual([401, ['google_token_invalid']])
  expect(await accounts()).toEqual(before)
})

test('accepts a token and a nonce only once', async () => {
  const idToken = token({ sub: `once${n}`, email: `once${n}@gmail.com` })
  const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(idToken)))
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
    200,
    ...Array<number>(9).fill(401),
  ])
  expect((await signIn(idToken)).codes).toEqual(['google_token_invalid'])
  expect(
    (await signIn(token({ sub: `once${n}`, email: `once${n}@gmail.com`, jti: 'another' }))).codes,
  ).toEqual(['google_token_invalid'])
})

test('accepts a nonce for an hour, also after the secret was replaced', async () => {
  const { config } = t.services
  const use = (secret: string, ...previous: string[]) =>
    Object.assign(config, { secret, secrets: [secret, ...previous] })
  const { secret } = config
  use('another-secret-for-tests-only-0123456', secret)
  expect((await signIn(token({ sub: `rotated${n}`, email: `rotated${n}@gmail.com` }))).status).toBe(
    200,
  )
  use(secret)
  await renew()
  t.clock.advance(60 * 60_000)
  expect((await signIn(token({ sub: `late${n}`, email: `late${n}@gmail.com` }))).codes).toEqual([
    'google_token_invalid',
  ])
})

test('tolerates clock differences of half a minute', async () => {
  expect((await signIn(token({ iat: seconds(25), exp: seconds(3_600) }))).status).toBe(200)
  await renew()
  expect((await signIn(token({ iat: seconds(-3_000), exp: seconds(-25) }))).status).toBe(200)
})

test('fetches the keys once for many tokens', async () => {
  const own = await startGoogleServer()
  const verifier = createGoogleVerifier(
    { clientId: own.clientId, jwksUrl: own.env['GOOGLE_JWKS_URL'] ?? '' },
    createLog('silent'),
  )
  const at = new Date()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      verifier.verify(own.token(at, { sub: String(index), nonce: 'ours' }), ['ours'], at),
    ),
  )
  expect(answers.map((one) => one?.sub)).toEqual(
    Array.from({ length: 20 }, (_, index) => String(index)),
  )
  expect(own.fetches()).toBe(1)
  await own.stop()
})

test('rejects quickly while Google’s keys are unavailable', async () => {
  const gone = await startGoogleServer()
  await gone.stop()
  const verifier = createGoogleVerifier(
    { clientId: gone.clientId, jwksUrl: gone.env['GOOGLE_JWKS_URL'] ?? '' },
    createLog('silent'),
  )
  const start = performance.now()
  expect(
    await verifier.verify(gone.token(new Date(), { nonce: 'ours' }), ['ours'], new Date()),
  ).toBeNull()
  expect(performance.now() - start).toBeLessThan(4_000)
})
