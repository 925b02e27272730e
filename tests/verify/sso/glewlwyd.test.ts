import { beforeAll, expect, test } from 'vitest'
import {
  makeMember,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { makeSsoConnection } from '#tests/support/make-sso-connection.ts'
import {
  codeOf,
  exchangeInTab,
  openReplyUrl,
  openTab,
  startSsoSignIn,
} from '#tests/support/sso-sign-in.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { type Glewlwyd, type GlewlwydUser, startGlewlwyd } from '#tests/verify/support/glewlwyd.ts'

const t = setupTestApp(() => ({ at: new Date() }))
const domain = 'glewlwyd.example'
const secret = 'a secret of the client'
const ida: GlewlwydUser = {
  username: 'ida',
  email: `ida@${domain}`,
  given_name: 'Ida',
  family_name: 'Čosić & Søn',
  title: 'Engineer',
  email_verified: 'yes',
}
let provider: Glewlwyd
let team: Team
let member: Member
let id: string

beforeAll(async () => {
  provider = await startGlewlwyd()
  return () => provider.stop()
})
beforeAll(async () => {
  team = await makeTeam(t)
  await markPresent(t, team.admin)
  member = await makeMember(t, team.workspace_id, {
    email: ida.email,
    first_name: '',
    last_name: '',
  })
  const { issuer } = provider
  const connection = await makeSsoConnection(t, team, { issuer, secret, domain })
  id = connection.sso_connection
  const path = `/sso/oidc/${team.workspace_id}/${id}`
  const address = await t.app.listen({ host: '127.0.0.1', port: 0 })
  await provider.addClient({
    id: 'laurel',
    secret,
    redirectUri: `${t.services.config.publicUrl}${path}`,
    logoutUri: `${address}${path}/logout`,
  })
  await provider.addUser(ida)
})

const target = () => ({ workspace_id: team.workspace_id, connection_id: id })
const update = (body: object) =>
  t.call('sso.update_connection', { token: team.admin.token, params: { id }, body })

async function signIn(user = ida, browser = provider.openBrowser()) {
  const tab = openTab()
  const answer = await browser.signIn(await startSsoSignIn(t, target(), tab), user)
  return exchangeInTab(t, await openReplyUrl(t, answer), tab)
}
async function signedInUser(user = ida) {
  const { body, codes } = await signIn(user)
  expect(codes).toEqual([])
  return (await t.call('config.get', { token: body.access_token })).body.user
}

/** Tests the connection as the administrator does. */
async function testConnection(browser = provider.openBrowser()) {
  const tab = openTab()
  const { token } = team.admin
  const started = await t.call('sso.test', {
    token,
    params: { id },
    body: { challenge: tab.challenge },
  })
  const fragment = await openReplyUrl(t, await browser.signIn(started.body.url, ida))
  const body = { code: codeOf(fragment), verifier: tab.verifier }
  return (await t.call('sso.test_result', { token, body })).body
}

test('a test of the connection shows the claims', async () => {
  const result = await testConnection()
  expect(result).toMatchObject({
    outcome: 'links',
    issuer: provider.issuer,
    email: ida.email,
    email_verified: true,
    contexts: ['password'],
    fields: { first_name: ida.given_name, last_name: ida.family_name },
  })
  expect(result.claims).toContainEqual({ name: 'title', values: [ida.title] })
})

test('the connection is switched on and a member signs in', async () => {
  const { body } = await update({ state: 'active', claims: { job_title: 'title' } })
  expect(body.connections[0]?.state).toBe('active')
  expect((await signedInUser()).id).toBe(member.user_id)
})

test('fields are filled and a second sign-in finds the identity', async () => {
  expect((await signedInUser()).id).toBe(member.user_id)
  const { items } = (
    await t.call('users.list', { token: team.admin.token, query: { search: ida.email } })
  ).body
  expect(items[0]).toMatchObject({
    first_name: ida.given_name,
    last_name: ida.family_name,
    job_title: ida.title,
  })
  const { body } = await t.call('sso.get', { token: team.admin.token })
  expect(body.connections[0]?.people).toBe(1)
})

test('an address that the provider has not verified is refused', async () => {
  const bo: GlewlwydUser = { ...ida, username: 'bo', email: `bo@${domain}`, email_verified: 'no' }
  await provider.addUser(bo)
  await makeMember(t, team.workspace_id, { email: bo.email })
  expect((await signIn(bo)).codes).toEqual(['sso_address'])
})

test('a code of the provider is accepted once', async () => {
  const browser = provider.openBrowser()
  const answer = await browser.signIn(await startSsoSignIn(t, target(), openTab()), ida)
  const code = new URL(answer).searchParams.get('code') ?? ''
  expect(await openReplyUrl(t, answer)).toMatch(/^code=/)
  const tab = openTab()
  const again = new URL(await browser.signIn(await startSsoSignIn(t, target(), tab), ida))
  again.searchParams.set('code', code)
  const { codes } = await exchangeInTab(t, await openReplyUrl(t, again.href), tab)
  expect(codes).toEqual(['sso_failed'])
})

test('a wrong client secret is refused with the reason of the provider', async () => {
  await update({ client_secret: 'another secret' })
  const { codes, errors } = await signIn()
  expect([codes, errors[0]?.params]).toEqual([['sso_failed'], { reason: 'unauthorized_client' }])
  await update({ client_secret: secret })
  expect((await signedInUser()).id).toBe(member.user_id)
})

test('a logout at the provider ends the session of its browser alone', async () => {
  const [browser, other] = [provider.openBrowser(), provider.openBrowser()]
  const sid = (await testConnection(browser)).claims.find(({ name }) => name === 'sid')?.values[0]
  const token = (await signIn(ida, browser)).body.access_token
  const otherToken = (await signIn(ida, other)).body.access_token
  const readStatus = async (one: string) => (await t.call('config.get', { token: one })).status
  expect([await readStatus(token), await readStatus(otherToken)]).toEqual([200, 200])
  await browser.endSession(sid ?? '')
  await expect.poll(() => readStatus(token), { timeout: 10_000 }).toBe(401)
  expect(await readStatus(otherToken)).toBe(200)
})
