import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/durations.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { startTeamsServer, type TeamsServer } from '#tests/contracts/teams-server.ts'
import type { TokenOverrides } from '#tests/contracts/teams/identity.ts'
import { generateSigningKey } from '#tests/support/google-server.ts'
import { createTeamsTokenVerifier, type TeamsTokenVerifier } from './teams-token.ts'

/** Tokens of activities, with keys from a loopback server. */
let teams: TeamsServer
let verifier: TeamsTokenVerifier
const start = new Date('2026-06-15T12:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const seconds = (offset: number) => Math.floor(start.getTime() / 1_000) + offset

const createVerifier = (openIdUrl = teams.env['TEAMS_OPENID_URL'] ?? '', loopback = true) =>
  createTeamsTokenVerifier({ openIdUrl, allowLoopbackTargets: loopback }, createLog('silent'))
beforeAll(async () => {
  teams = await startTeamsServer()
})
afterAll(() => teams?.stop())
beforeEach(() => {
  verifier = createVerifier()
})
afterEach(() => {
  teams.keys.outage.value = null
  teams.keys.keysUrl.value = null
  teams.keys.endorsements.value = ['msteams']
})

const sign = (overrides: TokenOverrides = {}, at = start) =>
  `Bearer ${teams.token({ appId: teams.app.appId, serviceUrl: teams.serviceUrl, at, overrides })}`
const verify = (authorization: string | undefined, at = start) =>
  verifier.verify({
    authorization,
    appId: teams.app.appId,
    serviceUrl: teams.serviceUrl,
    at,
  })

test('accepts the token of an activity and fetches the keys once', async () => {
  const before = teams.keys.fetches()
  expect(await Promise.all([verify(sign()), verify(sign()), verify(sign())])).toEqual([
    'valid',
    'valid',
    'valid',
  ])
  expect(await verify(sign().replace('Bearer', 'bearer'))).toBe('valid')
  expect(teams.keys.fetches() - before).toBe(1)
})

test('accepts the other spelling of the claim serviceurl', async () => {
  const claims = { serviceurl: undefined, serviceUrl: teams.serviceUrl }
  expect(await verify(sign({ claims }))).toBe('valid')
})

test.each<[string, TokenOverrides]>([
  ['another issuer', { claims: { iss: 'https://sts.windows.net/' } }],
  ['another audience', { claims: { aud: 'another-app' } }],
  ['no audience', { claims: { aud: undefined } }],
  ['an expired token', { claims: { exp: seconds(-301) } }],
  ['no expiry', { claims: { exp: undefined } }],
  ['a token that is not valid yet', { claims: { nbf: seconds(301) } }],
  ['another serviceurl', { claims: { serviceurl: 'https://smba.trafficmanager.net/amer/' } }],
  ['no serviceurl', { claims: { serviceurl: undefined } }],
  ['two different serviceurls', { claims: { serviceUrl: 'https://evil.example/' } }],
  ['a serviceurl that is no text', { claims: { serviceurl: 7 } }],
  ['alg none', { header: { alg: 'none' }, key: 'none' }],
  ['HS256 with the public key', { header: { alg: 'HS256' }, key: 'public-as-secret' }],
  ['RS256 with an HMAC', { key: 'public-as-secret' }],
  ['another algorithm', { header: { alg: 'RS512' } }],
  ['the key of somebody else', { key: generateSigningKey().privateKey }],
  ['no key id', { header: { kid: undefined } }],
  ['an unknown key id', { header: { kid: 'unknown' } }],
])('refuses %s', async (_, overrides) => {
  expect(await verify(sign(overrides))).toBe('invalid')
})

test('tolerates five minutes of clock skew', async () => {
  expect(await verify(sign({ claims: { exp: seconds(-299) } }))).toBe('valid')
  expect(await verify(sign({ claims: { nbf: seconds(299) } }))).toBe('valid')
})

test('refuses headers without a token and activities without a serviceUrl', async () => {
  for (const header of [undefined, '', 'Bearer', 'Bearer a.b.c', `Basic ${sign().slice(7)}`])
    expect(await verify(header)).toBe('invalid')
  expect(await verify(`${sign()}${'x'.repeat(9_000)}`)).toBe('invalid')
  const check = { authorization: sign({ claims: { serviceurl: '' } }), serviceUrl: '', at: start }
  expect(await verifier.verify({ ...check, appId: teams.app.appId })).toBe('invalid')
})

test('refuses a key without the endorsement of Teams', async () => {
  teams.keys.endorsements.value = ['webchat', 'msteams2']
  expect(await verify(sign())).toBe('invalid')
})

test('fetches the keys for an unknown key at most every 5 minutes', async () => {
  expect(await verify(sign())).toBe('valid')
  const before = teams.keys.fetches()
  teams.keys.rotateKeys()
  expect(await verify(sign())).toBe('invalid')
  expect(await verify(sign({}, after(4 * minuteMs)), after(4 * minuteMs))).toBe('invalid')
  expect(teams.keys.fetches() - before).toBe(0)
  const later = after(5 * minuteMs)
  expect(await verify(sign({}, later), later)).toBe('valid')
  for (let n = 0; n < 5; n += 1)
    expect(await verify(sign({ header: { kid: `unknown${n}` } }, later), later)).toBe('invalid')
  expect(teams.keys.fetches() - before).toBe(1)
})

test('keeps the keys for a day and then fetches them again', async () => {
  expect(await verify(sign())).toBe('valid')
  const before = teams.keys.fetches()
  teams.keys.outage.value = 'down'
  expect(await verify(sign({}, after(dayMs - 1)), after(dayMs - 1))).toBe('valid')
  expect(await verify(sign({}, after(dayMs)), after(dayMs))).toBe('unavailable')
  teams.keys.outage.value = null
  expect(await verify(sign({}, after(dayMs + minuteMs)), after(dayMs + minuteMs))).toBe('valid')
  expect(teams.keys.fetches() - before).toBe(1)
})

test.each(['down', 'garbled', 'huge'] as const)(
  'is unavailable without keys while the metadata is %s',
  async (outage) => {
    teams.keys.outage.value = outage
    expect(await verify(sign())).toBe('unavailable')
    expect(await verify(sign({ header: { alg: 'none' }, key: 'none' }))).toBe('invalid')
    teams.keys.outage.value = null
    // A failed fetch is not repeated at once.
    expect(await verify(sign())).toBe('unavailable')
    expect(await verify(sign(), after(10_000))).toBe('valid')
  },
)

test('gives up on silent metadata', async () => {
  verifier = createTeamsTokenVerifier(
    {
      openIdUrl: teams.env['TEAMS_OPENID_URL'] ?? '',
      allowLoopbackTargets: true,
      timeoutMs: 200,
    },
    createLog('silent'),
  )
  teams.keys.outage.value = 'silent'
  expect(await verify(sign())).toBe('unavailable')
})

test.each([
  'https://evil.example/keys',
  'https://login.botframework.com.evil.example/keys',
  'http://127.0.0.1.evil.example/keys',
  'https://user@127.0.0.1/keys?x=1',
  'file:///etc/passwd',
  'keys',
])('is unavailable when the keys are at %s', async (url) => {
  teams.keys.keysUrl.value = url
  expect(await verify(sign())).toBe('unavailable')
})

test('fetches no keys from this machine unless it is allowed', async () => {
  verifier = createVerifier(teams.env['TEAMS_OPENID_URL'], false)
  const before = teams.keys.fetches()
  expect(await verify(sign())).toBe('unavailable')
  expect(teams.keys.fetches() - before).toBe(0)
})
