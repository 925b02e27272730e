import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { minuteMs, secondMs } from '#contract/durations.ts'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import { makeOidcConnection } from '#tests/support/make-sso-connection.ts'
import { type OidcServer, startOidcServer } from '#tests/support/oidc-server.ts'
import {
  codeOf,
  exchangeInTab,
  openReplyUrl,
  openTab,
  signInThrough,
  startSsoSignIn,
} from '#tests/support/sso-sign-in.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let provider: OidcServer
let team: Team
let target: { workspace_id: string; connection_id: string }
let domain: string
let count = 0

beforeAll(async () => {
  provider = await startOidcServer(() => t.clock.now())
})
afterAll(() => provider.stop())
beforeEach(async () => {
  count += 1
  domain = `team${count}.example`
  team = await makeTeam(t)
  target = await makeConnection()
})

async function makeConnection(columns: object = {}) {
  const { sso_connection: id } = await makeOidcConnection(t, team, provider, { domain, ...columns })
  return { workspace_id: team.workspace_id, connection_id: id }
}
const person = (more: object = {}) => ({
  sub: `person ${count}`,
  email: `ida@${domain}`,
  email_verified: true,
  ...more,
})
const signIn = (who = person(), where = target) => signInThrough(t, provider, where, who)
const makeColleague = (state: 'accepted' | 'pending' | 'deactivated' = 'accepted') =>
  makeMember(t, team.workspace_id, { email: `ida@${domain}`, state })

test('a member signs in with the address of a verified domain', async () => {
  const member = await makeColleague()
  const { status, body } = await signIn()
  expect([status, body.workspace.id]).toEqual([200, team.workspace_id])
  const config = await t.call('config.get', { token: body.access_token })
  expect(config.body.user.id).toBe(member.user_id)
})

test('the subject decides after the first sign-in, not the address', async () => {
  const member = await makeColleague()
  await signIn()
  const again = await signIn(person({ email: 'changed@elsewhere.example' }))
  const config = await t.call('config.get', { token: again.body.access_token })
  expect(config.body.user.id).toBe(member.user_id)
})

test('another subject with the same address is refused', async () => {
  await makeColleague()
  await signIn()
  expect((await signIn(person({ sub: 'somebody else' }))).codes).toEqual(['sso_identity_taken'])
})

test.each([
  ['an unverified address', { email_verified: false }],
  ['no statement about the address', { email_verified: undefined }],
  ['an address of another domain', { email: 'ida@elsewhere.example' }],
  ['no address', { email: undefined }],
])('%s is refused', async (_, claims) => {
  await makeColleague()
  expect((await signIn(person(claims))).codes).toEqual(['sso_address'])
})

test('a connection may vouch for addresses', async () => {
  await makeColleague()
  const trusting = await makeConnection({ trusts_email: true, domain: `trusting.${domain}` })
  await makeMember(t, team.workspace_id, { email: `bo@trusting.${domain}` })
  const who = person({ email: `bo@trusting.${domain}`, email_verified: undefined })
  expect((await signIn(who, trusting)).status).toBe(200)
})

test('an invited person joins by signing in', async () => {
  await makeColleague('pending')
  expect((await signIn()).status).toBe(200)
  const closed = await makeConnection({ join_policy: 'off', domain: `off.${domain}` })
  await makeMember(t, team.workspace_id, { email: `bo@off.${domain}`, state: 'pending' })
  expect((await signIn(person({ email: `bo@off.${domain}` }), closed)).codes).toEqual([
    'sso_unknown_person',
  ])
})

test('a deactivated person is refused', async () => {
  await makeColleague('deactivated')
  expect((await signIn()).codes).toEqual(['join_closed'])
})

test('a new person is created only when the connection admits everyone', async () => {
  expect((await signIn()).codes).toEqual(['sso_unknown_person'])
  const open = await makeConnection({ join_policy: 'everyone', domain: `open.${domain}` })
  const who = person({
    email: `new@open.${domain}`,
    given_name: 'Ida',
    family_name: 'Berg',
  })
  const { status, body } = await signIn(who, open)
  expect(status).toBe(200)
  const { user } = (await t.call('config.get', { token: body.access_token })).body
  expect([user.first_name, user.last_name]).toEqual(['Ida', 'Berg'])
})

test('claims fill empty fields and leave others', async () => {
  const member = await makeMember(t, team.workspace_id, {
    email: `ida@${domain}`,
    first_name: 'Idalia',
    last_name: 'Berg',
  })
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('sso_connections')
      .set({ claims: JSON.stringify({ job_title: 'title', manager: 'boss' }) })
      .where('workspace_id', '=', team.workspace_id)
      .execute(),
  )
  await signIn(person({ given_name: 'Ida', title: 'Engineer', boss: team.admin.email }))
  const { items } = (
    await t.call('users.list', { token: team.admin.token, query: { search: `ida@${domain}` } })
  ).body
  expect(items[0]).toMatchObject({
    id: member.user_id,
    first_name: 'Idalia',
    job_title: 'Engineer',
    organization: { manager: { id: team.admin.user_id } },
  })
})

test('claims leave fields empty that another system keeps empty', async () => {
  const { user_id: id } = await makeMember(t, team.workspace_id, { email: `ida@${domain}` })
  const department = { kind: 'department' as const, name: 'Platform' }
  await t.call('groups.create', { token: team.admin.token, body: department })
  await t.services.db.tenant(team.workspace_id, async (trx) => {
    const claims = JSON.stringify({ job_title: 'title', department: 'unit', manager: 'boss' })
    await trx.updateTable('sso_connections').set({ claims }).execute()
    const sources = { job_title: 'scim', department_id: 'sync', manager_id: 'sync' }
    await trx
      .updateTable('users')
      .set({ field_sources: JSON.stringify(sources) })
      .where('id', '=', id)
      .execute()
  })
  const claims = { title: 'Engineer', unit: 'Platform', boss: team.admin.email }
  const { status, codes } = await signIn(person(claims))
  expect([status, codes]).toEqual([200, []])
  const { body } = await t.call('users.get', { token: team.admin.token, params: { id } })
  expect(body).toMatchObject({ job_title: '', organization: { manager: null, groups: [] } })
})

test.each([
  ['another audience', { claims: { aud: 'another client' } }],
  ['another issuer', { claims: { iss: 'https://evil.example' } }],
  ['another nonce', { claims: { nonce: 'x' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['another authorized party', { claims: { aud: ['laurel', 'other'], azp: 'other' } }],
  ['an expired time', { claims: { exp: 1_000_000_000 } }],
  ['an unknown key', { kid: 'unknown' }],
])('an ID token with %s is refused', async (_, forgery) => {
  await makeColleague()
  provider.forge(forgery)
  expect((await signIn()).codes).toEqual(['sso_failed'])
})

test('an ID token signed with the client secret is refused', async () => {
  await makeColleague()
  provider.forge({ alg: 'HS256', key: Buffer.from(provider.clientSecret.padEnd(32, '!')) })
  expect((await signIn()).codes).toEqual(['sso_failed'])
})

test('a new signing key of the provider is read', async () => {
  await makeColleague()
  expect((await signIn()).status).toBe(200)
  provider.rotateKey()
  t.clock.advance(2 * minuteMs)
  expect((await signIn()).status).toBe(200)
})

test('a code of one tab does not work in another, and is used up', async () => {
  await makeColleague()
  const tab = openTab()
  const url = await startSsoSignIn(t, target, tab)
  const fragment = await openReplyUrl(t, provider.signIn(url, person()))
  expect((await exchangeInTab(t, fragment, openTab())).codes).toEqual(['sso_expired'])
  expect((await exchangeInTab(t, fragment, tab)).codes).toEqual(['sso_expired'])
})

test('a code works once and for a minute', async () => {
  await makeColleague()
  const tab = openTab()
  const first = await openReplyUrl(
    t,
    provider.signIn(await startSsoSignIn(t, target, tab), person()),
  )
  expect((await exchangeInTab(t, first, tab)).status).toBe(200)
  expect((await exchangeInTab(t, first, tab)).codes).toEqual(['sso_expired'])
  const late = await openReplyUrl(
    t,
    provider.signIn(await startSsoSignIn(t, target, tab), person()),
  )
  t.clock.advance(60 * secondMs)
  expect((await exchangeInTab(t, late, tab)).codes).toEqual(['sso_expired'])
})

test('an answer is accepted once and for ten minutes', async () => {
  const url = await startSsoSignIn(t, target, openTab())
  const answer = provider.signIn(url, person())
  expect(await openReplyUrl(t, answer)).toMatch(/^code=/)
  expect(await openReplyUrl(t, answer)).toBe('expired')
  const late = provider.signIn(await startSsoSignIn(t, target, openTab()), person())
  t.clock.advance(10 * minuteMs)
  expect(await openReplyUrl(t, late)).toBe('expired')
})

test('an answer at the address of another connection is refused', async () => {
  const other = await makeConnection({ domain: `other.${domain}` })
  const answer = provider.signIn(await startSsoSignIn(t, target, openTab()), person())
  const moved = answer.replace(target.connection_id, other.connection_id)
  expect(await openReplyUrl(t, moved)).toBe('expired')
})

test('an answer of another issuer is refused', async () => {
  await makeColleague()
  const tab = openTab()
  const answer = new URL(provider.signIn(await startSsoSignIn(t, target, tab), person()))
  answer.searchParams.set('iss', 'https://evil.example')
  expect((await exchangeInTab(t, await openReplyUrl(t, answer.href), tab)).codes).toEqual([
    'sso_failed',
  ])
})

test('an error of the provider is shown', async () => {
  const tab = openTab()
  const asked = new URL(await startSsoSignIn(t, target, tab))
  const back = new URL(asked.searchParams.get('redirect_uri') ?? '')
  back.search = new URLSearchParams({
    error: 'access_denied',
    state: asked.searchParams.get('state') ?? '',
    iss: provider.issuer,
  }).toString()
  const { codes, errors } = await exchangeInTab(t, await openReplyUrl(t, back.href), tab)
  expect([codes, errors[0]?.params]).toEqual([['sso_failed'], { reason: 'access_denied' }])
})

test('a demanded second factor must be stated by the provider', async () => {
  await makeColleague()
  const strict = await makeConnection({ accepted_contexts: ['mfa'], domain: `mfa.${domain}` })
  await makeMember(t, team.workspace_id, { email: `bo@mfa.${domain}` })
  const who = (amr: string[]) => person({ sub: 'bo', email: `bo@mfa.${domain}`, amr })
  expect((await signIn(who(['pwd']), strict)).codes).toEqual(['sso_context'])
  expect((await signIn(who(['pwd', 'mfa']), strict)).status).toBe(200)
})

test('malformed codes, states and ids are refused', async () => {
  expect((await exchangeInTab(t, codeOf('code=short'), openTab())).codes).toEqual(['sso_expired'])
  const { workspace_id: workspace, connection_id: connection } = target
  expect(await openReplyUrl(t, `http://x/sso/oidc/${workspace}/${connection}?state=x`)).toBe(
    'expired',
  )
  const { statusCode } = await t.app.inject({ url: '/sso/oidc/1/2?state=x&code=y' })
  expect(statusCode).toBe(404)
})
