import { beforeEach, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/durations.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { inviteTokenOf, makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import { requestSignInCode } from '#tests/support/sign-in-codes.ts'

const t = setupTestApp()
let team: Team
let email: string
let count = 0
beforeEach(async () => {
  // The hourly limit of codes counts, so each test runs in its own hour.
  t.clock.advance(60 * minuteMs + 1)
  team = await makeTeam(t)
  count += 1
  email = `newcomer${count}@northwind.example`
})

const createLink = async (body: object = {}) =>
  inviteTokenOf(
    (await t.call('joining.create_link', { token: team.admin.token, body })).body.link?.url ?? '',
  )
const signIn = async (address = email) =>
  (await t.call('auth.verify_code', { body: await requestSignInCode(t, address) })).body
    .access_token
const joinByLink = (session: string, token: string) =>
  t.call('joining.join_by_link', { token: session, body: { token } })
const joinByDomain = (session: string, workspaceId = team.workspace_id) =>
  t.call('joining.join_by_domain', { token: session, body: { workspace_id: workspaceId } })
const listTeams = async (session: string) =>
  (await t.call('joining.list_teams', { token: session })).body.map(({ id }) => id)
const configOf = async (session: string) => (await t.call('config.get', { token: session })).body
const usesOfLink = async () =>
  (await t.call('joining.get', { token: team.admin.token })).body.link?.uses

/** Enables a domain without an administrator who has verified it. */
const addDomain = (domain = 'northwind.example', { workspace_id: id, admin } = team) =>
  t.services.db.tenant(id, (trx) =>
    trx
      .insertInto('join_domains')
      .values({
        workspace_id: id,
        domain,
        added_by: admin.user_id,
        added_at: t.clock.now(),
      })
      .execute(),
  )
const endTrial = () => t.clock.advance(31 * dayMs)
const findUser = async (address = email) =>
  (
    await t.call('users.list', { token: team.admin.token, query: { search: address } })
  ).body.items.find((row) => row.email === address)

test('a join link shows the name and picture of its team', async () => {
  const token = await createLink()
  const { body } = await t.call('joining.verify_link', { body: { token } })
  expect(body).toEqual({
    workspace: { name: expect.stringMatching(/^Team /) as string, logo: { url: null } },
    domains: [],
  })
})

test('a link creates an accepted user without permissions', async () => {
  const token = await createLink()
  const joined = await joinByLink(await signIn(), token)
  expect([joined.status, joined.body.workspace.id]).toEqual([200, team.workspace_id])
  const { user, permissions } = await configOf(joined.body.access_token)
  expect(user).toMatchObject({ email, first_name: '', last_name: '', state: 'accepted' })
  expect(Object.values(permissions)).toEqual([false, false, false, false])
  expect(await usesOfLink()).toBe(1)
})

test('a joined user has the same points and limits as an invited user', async () => {
  const joined = await joinByLink(await signIn(), await createLink())
  const colleague = await makeMember(t, team.workspace_id)
  const [own, other] = [await configOf(joined.body.access_token), await configOf(colleague.token)]
  expect(own.user.score_remaining).toBe(other.user.score_remaining)
  expect(own.abilities).toEqual(other.abilities)
})

test('joining writes an audit entry with its actor', async () => {
  await joinByLink(await signIn(), await createLink())
  const user = await findUser()
  const { items } = (await t.call('workspace.audit', { token: team.admin.token })).body
  expect(items[0]).toMatchObject({
    action: 'user.join',
    actor: { id: user?.id },
    details: { join_by: 'link' },
  })
  expect(t.mails.filter((mail) => mail.to === team.admin.email)).toEqual([])
})

test('a link opened by a member does not count as a use', async () => {
  const token = await createLink()
  const session = await signIn()
  await joinByLink(session, token)
  const again = await joinByLink(await signIn(), token)
  expect(again.status).toBe(200)
  expect(await usesOfLink()).toBe(1)
})

test('a link accepts an invited user and does not count as a use', async () => {
  await t.call('users.create', { token: team.admin.token, body: { users: [{ email }] } })
  expect((await joinByLink(await signIn(), await createLink())).status).toBe(200)
  expect((await findUser())?.state).toBe('accepted')
  expect(await usesOfLink()).toBe(0)
})

test('a deactivated user cannot join', async () => {
  await addDomain()
  const token = await createLink()
  await joinByLink(await signIn(), token)
  const id = (await findUser())?.id ?? ''
  await t.call('users.update', {
    token: team.admin.token,
    params: { id },
    body: { state: 'deactivated' },
  })
  const session = await signIn()
  expect((await joinByLink(session, token)).codes).toEqual(['join_closed'])
  expect((await joinByDomain(session)).codes).toEqual(['join_closed'])
  expect(await listTeams(session)).not.toContain(team.workspace_id)
  expect((await findUser())?.state).toBe('deactivated')
})

test('a user deleted by an administrator cannot join until invited', async () => {
  await addDomain()
  const token = await createLink()
  await joinByLink(await signIn(), token)
  const id = (await findUser())?.id ?? ''
  await t.call('users.delete', { token: team.admin.token, params: { id } })
  const session = await signIn()
  expect((await joinByLink(session, token)).codes).toEqual(['join_closed'])
  expect((await joinByDomain(session)).codes).toEqual(['join_closed'])
  expect(await listTeams(session)).not.toContain(team.workspace_id)
  expect(await findUser()).toBeUndefined()
  await t.call('users.create', { token: team.admin.token, body: { users: [{ email }] } })
  expect((await joinByLink(await signIn(), token)).status).toBe(200)
})

test('a user who left can join again', async () => {
  const token = await createLink()
  const joined = await joinByLink(await signIn(), token)
  const id = (await findUser())?.id ?? ''
  await t.call('users.delete', { token: joined.body.access_token, params: { id } })
  expect((await joinByLink(await signIn(), token)).status).toBe(200)
})

test('a link with its maximum of uses refuses further users', async () => {
  const token = await createLink({ uses_max: 1 })
  expect((await joinByLink(await signIn(), token)).status).toBe(200)
  const other = await signIn(`other${count}@northwind.example`)
  expect((await joinByLink(other, token)).codes).toEqual(['join_link_invalid'])
  expect((await t.call('joining.verify_link', { body: { token } })).codes).toEqual([
    'join_link_invalid',
  ])
})

test('revoked, expired, foreign and malformed links get the same answer', async () => {
  const token = await createLink()
  const expired = await createLink({ days: 7 })
  const session = await signIn()
  const other = await makeTeam(t)
  // The token of one team with the id of another one.
  const foreign = Buffer.from(expired, 'base64url')
  Buffer.from(other.workspace_id.replaceAll('-', ''), 'hex').copy(foreign)
  t.clock.advance(20 * minuteMs)
  for (const wrong of [token, foreign.toString('base64url'), 'nothing', 'x'.repeat(54)])
    expect([
      (await joinByLink(session, wrong)).codes,
      (await t.call('joining.verify_link', { body: { token: wrong } })).codes,
    ]).toEqual([['join_link_invalid'], ['join_link_invalid']])
  t.clock.advance(7 * dayMs)
  expect((await joinByLink(await signIn(), expired)).codes).toEqual(['join_link_invalid'])
})

test('a link limited to domains refuses other addresses', async () => {
  await addDomain()
  const token = await createLink({ own_domains_only: true })
  expect((await t.call('joining.verify_link', { body: { token } })).body.domains).toEqual([
    'northwind.example',
  ])
  for (const address of [`a${count}@fabrikam.example`, `b${count}@mail.northwind.example`])
    expect((await joinByLink(await signIn(address), token)).codes).toEqual(['join_address'])
  expect((await joinByLink(await signIn(), token)).status).toBe(200)
})

test('a link limited to domains ends when the last of them is turned off', async () => {
  await addDomain()
  const token = await createLink({ own_domains_only: true })
  await t.call('joining.set_domain', {
    token: team.admin.token,
    body: { domain: 'northwind.example', enabled: false },
  })
  const verified = await t.call('joining.verify_link', { body: { token } })
  const joined = await joinByLink(await signIn(), token)
  expect([verified.codes, joined.codes]).toEqual([['join_link_invalid'], ['join_link_invalid']])
})

test('a new member has the limits of the rule for everyone at once', async () => {
  await t.call('allowance_rules.create', {
    token: team.admin.token,
    body: { name: 'Everyone', audience: {}, limit: 77 },
  })
  const { body } = await joinByLink(await signIn(), await createLink())
  expect((await configOf(body.access_token)).allowance.limit).toBe(77)
})

test('a team without active billing refuses new members', async () => {
  await addDomain()
  const token = await createLink({ days: 90 })
  endTrial()
  const session = await signIn()
  expect((await joinByLink(session, token)).codes).toEqual(['billing_inactive'])
  expect((await joinByDomain(session)).codes).toEqual(['billing_inactive'])
  expect((await t.call('joining.verify_link', { body: { token } })).codes).toEqual([
    'billing_inactive',
  ])
  expect(await listTeams(session)).not.toContain(team.workspace_id)
})

test('a verified address lists and joins the teams of its domain', async () => {
  const other = await makeTeam(t)
  await addDomain()
  await addDomain('northwind.example', other)
  const session = await signIn()
  const offered = (await t.call('joining.list_teams', { token: session })).body
  expect(offered.filter(({ id }) => id === team.workspace_id)).toMatchObject([{ users_count: 1 }])
  expect(offered.map(({ id }) => id)).toContain(other.workspace_id)
  const joined = await joinByDomain(session)
  expect(joined.status).toBe(200)
  expect(await listTeams(joined.body.access_token)).not.toContain(team.workspace_id)
  const { items } = (await t.call('workspace.audit', { token: team.admin.token })).body
  expect(items[0]).toMatchObject({ action: 'user.join', details: { join_by: 'domain' } })
})

test('a subdomain or similar domain cannot join a team', async () => {
  await addDomain()
  for (const address of [
    `c${count}@mail.northwind.example`,
    `d${count}@northwind.example.test`,
    `e${count}@notnorthwind.example`,
  ]) {
    const session = await signIn(address)
    expect(await listTeams(session)).not.toContain(team.workspace_id)
    expect((await joinByDomain(session)).codes).toEqual(['not_found'])
  }
})

test('a team without the domain gets the same answer as an unknown team', async () => {
  const session = await signIn()
  expect((await joinByDomain(session)).codes).toEqual(['not_found'])
  expect((await joinByDomain(session, '00000000-0000-7000-8000-000000000000')).codes).toEqual([
    'not_found',
  ])
})

test('a session from an invite link lists and joins no teams', async () => {
  await addDomain()
  const home = await makeTeam(t)
  const member = await makeMember(t, home.workspace_id, { email })
  await t.services.db.global
    .updateTable('sessions')
    .set({ confined: true })
    .where('user_id', '=', member.user_id)
    .execute()
  expect(await listTeams(member.token)).toEqual([])
  expect((await joinByDomain(member.token)).codes).toEqual(['presence_required'])
  expect((await joinByLink(member.token, await createLink())).codes).toEqual(['presence_required'])
})

test('joining without a session is refused', async () => {
  const token = await createLink()
  expect([
    (await t.call('joining.join_by_link', { body: { token } })).status,
    (await t.call('joining.join_by_domain', { body: { workspace_id: team.workspace_id } })).status,
    (await t.call('joining.list_teams')).status,
  ]).toEqual([401, 401, 401])
})
