import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import {
  makeMember,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { makeOidcConnection, makeSsoConnection } from '#tests/support/make-sso-connection.ts'
import { type OidcServer, startOidcServer } from '#tests/support/oidc-server.ts'
import { enrollMember, listNotices } from '#tests/support/second-factor.ts'
import { signInThrough } from '#tests/support/sso-sign-in.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let provider: OidcServer
let team: Team
let domain: string
let count = 0

beforeAll(async () => {
  provider = await startOidcServer(() => t.clock.now())
})
afterAll(() => provider.stop())
beforeEach(async () => {
  count += 1
  domain = `sso${count}.example`
  team = await makeTeam(t)
  await markPresent(t, team.admin)
})

const makeConnection = (columns: object = {}) =>
  makeOidcConnection(t, team, provider, { domain, ...columns })
const update = (body: object, { token } = team.admin) => t.call('sso.update', { token, body })
const isAlive = async (token: string) => (await t.call('config.get', { token })).status === 200
const newSession = (member: Member, more: object = {}) =>
  startSession(t.services.db.global, t.clock.now(), {
    account_id: member.account_id,
    kind: 'session',
    workspace_id: team.workspace_id,
    user_id: member.user_id,
    ...more,
  })
/** Gives the administrator a second factor and requires single sign-on. */
async function requireSso() {
  const connection = await makeConnection()
  const admin = await enrollMember(t, team.admin)
  await markPresent(t, admin)
  expect((await update({ required: true })).codes).toEqual([])
  return { ...connection, admin }
}

test('other sessions end when single sign-on becomes required', async () => {
  const member = await makeMember(t, team.workspace_id)
  const { sso_connection: id } = await requireSso()
  const bySso = await newSession(member, {
    sso: { connection_id: id, subject: 's', provider_session: null },
  })
  expect([await isAlive(member.token), await isAlive(bySso)]).toEqual([false, true])
})

test('a code does not enter a team that requires single sign-on', async () => {
  const member = await makeMember(t, team.workspace_id)
  const temporary = await startSession(t.services.db.global, t.clock.now(), {
    account_id: member.account_id,
    kind: 'temporary',
  })
  await requireSso()
  const { codes } = await t.call('auth.create_session', {
    token: temporary,
    body: { workspace_id: team.workspace_id },
  })
  expect(codes).toEqual(['sso_required'])
})

test('an account administrator enters with a second factor, which everyone learns', async () => {
  const second = await makeMember(t, team.workspace_id, {
    permissions: { account_administrator: true },
  })
  await requireSso()
  const temporary = await startSession(t.services.db.global, t.clock.now(), {
    account_id: team.admin.account_id,
    kind: 'temporary',
    second_factor: true,
  })
  const { status, body } = await t.call('auth.create_session', {
    token: temporary,
    body: { workspace_id: team.workspace_id },
  })
  expect([status, await isAlive(body.access_token)]).toEqual([200, true])
  const { items } = (await t.call('workspace.audit', { token: body.access_token })).body
  expect(items[0]?.action).toBe('sso.break_glass')
  expect(await listNotices(t, second.email)).toEqual([
    expect.stringContaining('without the company account'),
  ])
})

test('the last connection stays while single sign-on is required', async () => {
  const { sso_connection: id, sso_domain: domainId } = await requireSso()
  const token = await newSession(team.admin, { break_glass: true, proven_at: t.clock.now() })
  for (const answer of [
    await t.call('sso.delete_connection', { token, params: { id } }),
    await t.call('sso.remove_domain', { token, params: { id: domainId } }),
    await t.call('sso.update_connection', { token, params: { id }, body: { state: 'draft' } }),
    await t.call('sso.update_connection', { token, params: { id }, body: { domain_ids: [] } }),
  ])
    expect(answer.codes).toEqual(['sso_connection_required'])
})

test('deleting a connection ends its sessions', async () => {
  const member = await makeMember(t, team.workspace_id)
  const { sso_connection: id } = await makeConnection()
  const token = await newSession(member, {
    sso: { connection_id: id, subject: 's', provider_session: null },
  })
  await t.call('sso.delete_connection', { token: team.admin.token, params: { id } })
  expect([await isAlive(token), await isAlive(member.token)]).toEqual([false, true])
})

test('a session ends after the hours that the team sets', async () => {
  const member = await makeMember(t, team.workspace_id)
  await update({ session_hours: 2 })
  expect(await isAlive(member.token)).toBe(true)
  const temporary = await t.call('auth.create_temporary', { token: member.token })
  t.clock.advance(2 * hourMs)
  expect(await isAlive(member.token)).toBe(false)
  expect(temporary.status).toBe(200)
})

test('a session opened from another one keeps the time of its sign-in', async () => {
  const member = await makeMember(t, team.workspace_id)
  await update({ session_hours: 2 })
  t.clock.advance(hourMs)
  const { body } = await t.call('auth.create_temporary', { token: member.token })
  t.clock.advance(20 * 60_000)
  const entered = await t.call('auth.create_session', {
    token: body.access_token,
    body: { workspace_id: team.workspace_id },
  })
  expect(await isAlive(entered.body.access_token)).toBe(true)
  t.clock.advance(40 * 60_000)
  expect(await isAlive(entered.body.access_token)).toBe(false)
})

test('a required second factor leaves only its set-up open', async () => {
  const member = await makeMember(t, team.workspace_id)
  await update({ second_factor_required: true })
  expect((await t.call('posts.list', { token: member.token })).codes).toEqual([
    'second_factor_required',
  ])
  expect((await t.call('second_factor.get', { token: member.token })).status).toBe(200)
  const isMissing = async () =>
    (await t.call('config.get', { token: member.token })).body.second_factor_missing
  expect(await isMissing()).toBe(true)
  await markPresent(t, member)
  await enrollMember(t, member)
  expect(await isMissing()).toBe(false)
  expect((await t.call('posts.list', { token: member.token })).status).toBe(200)
})

test('a session of single sign-on never changes the account', async () => {
  const { sso_connection: id } = await makeConnection()
  const member = await makeMember(t, team.workspace_id, { email: `ida@${domain}` })
  const elsewhere = await makeTeam(t)
  const person = { sub: 'ida', email: member.email, email_verified: true }
  const target = { workspace_id: team.workspace_id, connection_id: id }
  const { body } = await signInThrough(t, provider, target, person)
  const token = body.access_token
  const signedInBy = async (session: string) =>
    (await t.call('config.get', { token: session })).body.signed_in_by
  expect([await signedInBy(token), await signedInBy(member.token)]).toEqual(['sso', 'account'])
  await t.services.db.global
    .updateTable('sessions')
    .set({ proven_at: t.clock.now() })
    .where('sso_connection_id', '=', id)
    .execute()
  const refused = [
    await t.call('auth.create_temporary', { token }),
    await t.call('auth.account', { token }),
    await t.call('auth.end_sessions', { token }),
    await t.call('second_factor.start', { token }),
    await t.call('profiles.get_code', { token, body: { email: `other@${domain}` } }),
    await t.call('auth.create_session', { token, body: { workspace_id: elsewhere.workspace_id } }),
    await t.call('auth.create_workspace', { token, body: { name: 'Mine' } }),
  ]
  expect(refused.map(({ codes }) => codes[0])).toEqual(
    refused.map(() => 'account_sign_in_required'),
  )
  const teams = await t.call('auth.list_workspaces', { token })
  expect(teams.body.map((row) => row.id)).toEqual([team.workspace_id])
})

test('a mailed code does not lift the confinement of single sign-on', async () => {
  const { sso_connection: id } = await makeConnection()
  const member = await makeMember(t, team.workspace_id, { email: `ida@${domain}` })
  const target = { workspace_id: team.workspace_id, connection_id: id }
  const person = { sub: 'ida', email: member.email, email_verified: true }
  const { body } = await signInThrough(t, provider, target, person)
  const token = body.access_token
  const asked = await t.call('presence.send_code', { token })
  const code = /\b\d{6}\b/.exec(t.mails.at(-1)?.subject ?? '')?.[0] ?? ''
  const proven = await t.call('presence.prove', { token, body: { sig: asked.body.sig, code } })
  expect([proven.status, proven.body.confined]).toEqual([200, true])
  expect((await t.call('auth.create_temporary', { token })).codes).toEqual([
    'account_sign_in_required',
  ])
})

test("another team's provider gains nothing in a person's own team", async () => {
  const victim = await makeMember(t, team.workspace_id, { email: `victim@${domain}` })
  const evil = await makeTeam(t)
  const connection = await makeSsoConnection(t, evil, {
    state: 'active',
    issuer: provider.issuer,
    client_id: provider.clientId,
    secret: provider.clientSecret,
    domain: `evil${count}.example`,
    trusts_email: true,
    join_policy: 'everyone',
  })
  const target = { workspace_id: evil.workspace_id, connection_id: connection.sso_connection }
  const asserted = { sub: 'victim', email: victim.email, email_verified: true }
  expect((await signInThrough(t, provider, target, asserted)).codes).toEqual(['sso_address'])
  const wrongTeam = { ...target, workspace_id: team.workspace_id }
  await expect(signInThrough(t, provider, wrongTeam, asserted)).rejects.toThrow('not_found')
})

test('a logout token ends the sessions that it names, once', async () => {
  const { sso_connection: id } = await makeConnection()
  const target = { workspace_id: team.workspace_id, connection_id: id }
  const member = await makeMember(t, team.workspace_id, { email: `ida@${domain}` })
  const person = { sub: 'ida', email: member.email, email_verified: true }
  const enter = async (sid: string) =>
    (await signInThrough(t, provider, target, { ...person, sid })).body.access_token
  const [first, second] = [await enter('one'), await enter('two')]
  const logOut = (token: string) =>
    t.app.inject({
      method: 'POST',
      url: `/sso/oidc/${team.workspace_id}/${id}/logout`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    })
  expect((await logOut(await provider.logoutToken({ sid: 'one' }))).statusCode).toBe(200)
  expect([await isAlive(first), await isAlive(second), await isAlive(member.token)]).toEqual([
    false,
    true,
    true,
  ])
  for (const claims of [{ sub: 'ida', nonce: 'x' }, { sub: 'ida', aud: 'other' }, {}])
    expect((await logOut(await provider.logoutToken(claims))).statusCode).toBe(400)
  expect(await isAlive(second)).toBe(true)
  const token = await provider.logoutToken({ sub: 'ida' })
  expect((await logOut(token)).statusCode).toBe(200)
  expect(await isAlive(second)).toBe(false)
  const third = await enter('three')
  await logOut(token)
  expect(await isAlive(third)).toBe(true)
})

test('sign-ins and refusals through a company are in the audit log', async () => {
  const { sso_connection: id } = await makeConnection()
  const target = { workspace_id: team.workspace_id, connection_id: id }
  const member = await makeMember(t, team.workspace_id, { email: `ida@${domain}` })
  const person = { sub: 'ida', email: member.email, email_verified: true }
  await signInThrough(t, provider, target, person)
  await signInThrough(t, provider, target, { ...person, sub: 'other' })
  provider.forge({ claims: { aud: 'other' } })
  await signInThrough(t, provider, target, person)
  const { items } = (
    await t.call('workspace.audit', { token: team.admin.token, query: { area: 'sign_ins' } })
  ).body
  expect(items.map(({ action, actor, details }) => [action, actor?.id, details])).toEqual([
    ['sign_in.refuse', undefined, { reason: 'sso_failed', method: 'sso', connection: 'Okta' }],
    [
      'sign_in.refuse',
      undefined,
      { reason: 'sso_identity_taken', method: 'sso', domain, connection: 'Okta' },
    ],
    ['sign_in.enter', member.user_id, { method: 'sso', connection: 'Okta' }],
  ])
})
