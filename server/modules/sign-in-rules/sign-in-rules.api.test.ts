import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSession } from '#server/platform/auth/sessions.ts'
import {
  inviteTokenOf,
  makeMember,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { makeOidcConnection } from '#tests/support/make-sso-connection.ts'
import { type OidcServer, startOidcServer } from '#tests/support/oidc-server.ts'
import { enrollMember } from '#tests/support/second-factor.ts'
import { signInThrough } from '#tests/support/sso-sign-in.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let provider: OidcServer
let team: Team
let connection: string
let domain: string
let count = 0

beforeAll(async () => {
  provider = await startOidcServer(() => t.clock.now())
})
afterAll(() => provider.stop())
beforeEach(async () => {
  count += 1
  domain = `rules${count}.example`
  team = await makeTeam(t)
  await markPresent(t, team.admin)
  connection = (await makeOidcConnection(t, team, provider, { domain })).sso_connection
})

const isAlive = async (token: string) => (await t.call('config.get', { token })).status === 200
const enterTeam = (token: string) =>
  t.call('auth.create_session', { token, body: { workspace_id: team.workspace_id } })
const startTemporary = (member: Member, more: object) =>
  startSession(t.services.db.global, t.clock.now(), {
    account_id: member.account_id,
    kind: 'temporary',
    ...more,
  })
/** Requires single sign-on. Its administrator has a second factor. */
async function requireSso(): Promise<void> {
  const admin = await enrollMember(t, team.admin)
  await markPresent(t, admin)
  const body = { required: true }
  expect((await t.call('sso.update', { token: admin.token, body })).codes).toEqual([])
}
/** Signs a new member in through the connection. Returns the session and the id of the user. */
async function signInByCompany(): Promise<{ token: string; user_id: string }> {
  const member = await makeMember(t, team.workspace_id, { email: `ida@${domain}` })
  const target = { workspace_id: team.workspace_id, connection_id: connection }
  const person = { sub: 'ida', email: member.email, email_verified: true }
  const { body } = await signInThrough(t, provider, target, person)
  return { token: body.access_token, user_id: member.user_id }
}

test('a company session that enters its team again stays one', async () => {
  const { token, user_id: userId } = await signInByCompany()
  const { status, body } = await enterTeam(token)
  expect(status).toBe(200)
  const again = body.access_token
  expect((await t.call('config.get', { token: again })).body.signed_in_by).toBe('sso')
  const { codes } = await t.call('sso.disconnect_person', {
    token: team.admin.token,
    params: { id: connection, user_id: userId },
  })
  expect([codes, await isAlive(token), await isAlive(again)]).toEqual([[], false, false])
})

test('a company session enters its team again where the rules require it', async () => {
  const { token } = await signInByCompany()
  await requireSso()
  const { status, body } = await enterTeam(token)
  expect([status, await isAlive(body.access_token)]).toEqual([200, true])
})

test('an entry without the company ends with the right to it', async () => {
  const second = await makeMember(t, team.workspace_id, {
    permissions: { account_administrator: true },
  })
  await requireSso()
  const { body } = await enterTeam(await startTemporary(second, { second_factor: true }))
  const token = body.access_token
  expect(await isAlive(token)).toBe(true)
  const admin = await enterTeam(await startTemporary(team.admin, { second_factor: true }))
  const { codes } = await t.call('users.permissions', {
    token: admin.body.access_token,
    params: { id: second.user_id },
    body: { account_administrator: false },
  })
  expect([codes, await isAlive(token)]).toEqual([[], false])
})

/** Returns the refused sign-ins of the team, newest first. */
async function listRefusals() {
  const { body } = await enterTeam(await startTemporary(team.admin, { second_factor: true }))
  const query = { area: 'sign_ins' as const }
  const { items } = (await t.call('workspace.audit', { token: body.access_token, query })).body
  return items
    .filter(({ action }) => action === 'sign_in.refuse')
    .map(({ actor, details }) => [actor?.id, details])
}

test('an invite link that the rules refuse is in the audit log', async () => {
  const invited = await t.call('users.create', {
    token: team.admin.token,
    body: { users: [{ email: 'bo@elsewhere.example' }] },
  })
  const mail = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('outbox')
      .select('params')
      .where('kind', '=', 'invite')
      .executeTakeFirstOrThrow(),
  )
  await requireSso()
  const link = (mail.params as { link: string }).link
  const { codes } = await t.call('auth.accept_invite', { body: { token: inviteTokenOf(link) } })
  expect(codes).toEqual(['sso_required'])
  expect(await listRefusals()).toEqual([
    [invited.body[0]?.user?.id, { reason: 'sso_required', method: 'invite' }],
  ])
})

test('a join link that the rules refuse to a member is in the audit log', async () => {
  const member = await makeMember(t, team.workspace_id)
  const { body } = await t.call('joining.create_link', {
    token: team.admin.token,
    body: { days: 7, uses_max: null, own_domains_only: false },
  })
  await requireSso()
  const { codes } = await t.call('joining.join_by_link', {
    token: await startTemporary(member, { method: 'code' }),
    body: { token: inviteTokenOf(body.link?.url ?? '') },
  })
  expect(codes).toEqual(['sso_required'])
  expect(await listRefusals()).toEqual([[member.user_id, { reason: 'sso_required' }]])
})
