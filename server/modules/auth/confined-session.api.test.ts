import { beforeEach, expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  inviteTokenOf,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'

/** A session from an invite link is confined to its team until a code is verified (M9). */
const t = setupTestApp()
let home: Team
let team: Team
let member: Member
let token: string
let link: string
beforeEach(async () => {
  t.clock.advance(3_600_001)
  ;[home, team] = [await makeTeam(t), await makeTeam(t)]
  member = await makeMember(t, home.workspace_id, { permissions: { account_administrator: true } })
  await t.call('users.create', {
    token: team.admin.token,
    body: { users: [{ email: member.email }] },
  })
  const { params } = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('outbox')
      .select('params')
      .where('kind', '=', 'invite')
      .executeTakeFirstOrThrow(),
  )
  ;({ link } = params as { link: string })
  token = (await t.call('auth.accept_invite', { body: { token: inviteTokenOf(link) } })).body
    .access_token
})
const listVisibleTeams = async (session: string) =>
  (await t.call('auth.list_workspaces', { token: session })).body
    .map(({ id }) => id)
    .toSorted((a, b) => a.localeCompare(b))
const bothTeamIds = () =>
  [home.workspace_id, team.workspace_id].toSorted((a, b) => a.localeCompare(b))
const enter = (session: string, workspaceId: string) =>
  t.call('auth.create_session', { token: session, body: { workspace_id: workspaceId } })

test('an invite link contains its token in the URL fragment', () => {
  expect([new URL(link).pathname, new URL(link).search, new URL(link).hash]).toEqual([
    '/login/accept',
    '',
    expect.stringMatching(/^#token=[\w-]{50,}$/),
  ])
})

test('a session from an invite link enters only its own team', async () => {
  expect((await t.call('presence.get', { token })).body).toMatchObject({
    confined: true,
    proven_until: null,
  })
  expect(await listVisibleTeams(token)).toEqual([team.workspace_id])
  expect((await enter(token, home.workspace_id)).codes).toEqual(['presence_required'])
  const again = await enter(token, team.workspace_id)
  expect(again.status).toBe(200)
  // A session started by a confined session is confined too.
  expect((await enter(again.body.access_token, home.workspace_id)).codes).toEqual([
    'presence_required',
  ])
  expect((await t.call('auth.create_workspace', { token, body: { name: 'Mine' } })).codes).toEqual([
    'presence_required',
  ])
  expect((await t.call('auth.create_temporary', { token })).codes).toEqual(['presence_required'])
  expect((await t.call('auth.account', { token })).codes).toEqual(['presence_required'])
  expect(
    (await t.call('auth.list_sessions', { token })).body.map((one) => one.workspace_name),
  ).toEqual(Array.from({ length: 2 }, () => again.body.workspace.name))
  expect((await t.call('auth.end_sessions', { token })).codes).toEqual(['presence_required'])
  expect((await t.call('config.get', { token: member.token })).status).toBe(200)
})

test('proof of presence lets a confined session enter other teams', async () => {
  const {
    body: { sig },
  } = await t.call('presence.send_code', { token })
  const code = t.mails.findLast((mail) => mail.to === member.email)?.subject.slice(0, 6)
  expect((await t.call('presence.prove', { token, body: { sig, code } })).body).toMatchObject({
    confined: false,
  })
  expect(await listVisibleTeams(token)).toEqual(bothTeamIds())
  expect((await enter(token, home.workspace_id)).status).toBe(200)
  t.clock.advance(86_400_000)
  expect(await listVisibleTeams(token)).toEqual(bothTeamIds())
})

test('the export of a confined session omits other teams’ sessions', async () => {
  const { body } = await t.call('profiles.export', { token })
  expect((body as { sessions: unknown[] }).sessions).toHaveLength(1)
})
