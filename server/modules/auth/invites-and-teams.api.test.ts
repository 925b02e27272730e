import { hourMs } from '#contract/durations.ts'
import { beforeEach, expect, test } from 'vitest'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { inviteTokenOf, makeMember, makeTeam } from '#tests/support/factories.ts'
import { createWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import { readMailedCode, requestSignInCode } from '#tests/support/sign-in-codes.ts'
import { suggestTeamName } from './suggest-team-name.ts'

const t = setupTestApp(() => ({ env: { TRUST_PROXY: 'on' } }))
let n = 0
// The hourly limit of codes is counted by client address, so each test runs in its own hour.
beforeEach(() => t.clock.advance(hourMs + 1))

const freshEmail = () => `somebody${(n += 1)}@example.test`

async function inviteMember() {
  const team = await makeTeam(t)
  const email = freshEmail()
  await t.call('users.create', { token: team.admin.token, body: { users: [{ email }] } })
  const rows = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('outbox').selectAll().execute(),
  )
  const link = (rows[0] as { params: { link: string } }).params.link
  return { team, email, token: inviteTokenOf(link) }
}

test('an invite link is accepted once', async () => {
  const { team, email, token } = await inviteMember()
  expect((await t.call('auth.verify_invite', { body: { token } })).body).toMatchObject({
    email,
    workspace: { id: team.workspace_id },
  })
  const answers = await Promise.all(
    [1, 2, 3].map(() => t.call('auth.accept_invite', { body: { token } })),
  )
  expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 422, 422])
  const joined = answers.find((answer) => answer.status === 200)
  expect(
    (await t.call('config.get', { token: joined?.body.access_token ?? '' })).body.user,
  ).toMatchObject({ email, state: 'accepted' })
  expect((await t.call('auth.verify_invite', { body: { token } })).codes).toEqual([
    'invite_invalid',
  ])
})

test('returns invite_invalid for a malformed, unknown or expired link', async () => {
  const { team, token } = await inviteMember()
  for (const bad of ['x', 'x'.repeat(54), createWorkspaceToken(team.workspace_id), `${token}x`])
    expect((await t.call('auth.accept_invite', { body: { token: bad } })).codes).toEqual([
      'invite_invalid',
    ])
  t.clock.advance(30 * 86_400_000 + 1)
  expect((await t.call('auth.verify_invite', { body: { token } })).codes).toEqual([
    'invite_invalid',
  ])
})

test('sign-in with the invited address accepts the invite', async () => {
  const { team, email, token } = await inviteMember()
  const { body } = await t.call('auth.verify_code', { body: await requestSignInCode(t, email) })
  expect(body.workspaces).toMatchObject([{ id: team.workspace_id, state: 'pending' }])
  const entered = await t.call('auth.create_session', {
    token: body.access_token,
    body: { workspace_id: team.workspace_id },
  })
  expect((await t.call('config.get', { token: entered.body.access_token })).body.user.state).toBe(
    'accepted',
  )
  expect((await t.call('auth.accept_invite', { body: { token } })).codes).toEqual([
    'invite_invalid',
  ])
})

test('two workers send an invite mail once and erase its link', async () => {
  const { team, email } = await inviteMember()
  t.failMail.value = true
  await processOutbox(t.services)
  t.failMail.value = false
  await processOutbox(t.services)
  expect(t.mails.filter((mail) => mail.to === email)).toEqual([])
  t.clock.advance(5_001)
  await Promise.all([processOutbox(t.services), processOutbox(t.services)])
  await processOutbox(t.services)
  expect(t.mails.filter((mail) => mail.to === email)).toHaveLength(1)
  const row = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('outbox').selectAll().executeTakeFirstOrThrow(),
  )
  expect(row).toMatchObject({ state: 'sent', attempts: 2, params: {} })
})

test('an account creates at most ten teams a day', async () => {
  const { body } = await t.call('auth.verify_code', {
    body: await requestSignInCode(t, freshEmail()),
  })
  for (let i = 0; i < 10; i += 1)
    expect(
      (await t.call('auth.create_workspace', { token: body.access_token, body: { name: `T${i}` } }))
        .status,
    ).toBe(200)
  expect(
    (await t.call('auth.create_workspace', { token: body.access_token, body: { name: 'T' } }))
      .codes,
  ).toEqual(['too_many'])
})

test('invitations do not count against the daily limit of teams', async () => {
  const email = freshEmail()
  for (let i = 0; i < 10; i += 1)
    await t.call('users.create', {
      token: (await makeTeam(t)).admin.token,
      body: { users: [{ email }] },
    })
  const { body } = await t.call('auth.verify_code', { body: await requestSignInCode(t, email) })
  expect(body.workspaces).toHaveLength(10)
  expect(
    (await t.call('auth.create_workspace', { token: body.access_token, body: { name: 'Own' } }))
      .status,
  ).toBe(200)
})

test('the daily limit of teams ignores teams that the account left', async () => {
  const { body } = await t.call('auth.verify_code', {
    body: await requestSignInCode(t, freshEmail()),
  })
  const create = () =>
    t.call('auth.create_workspace', { token: body.access_token, body: { name: 'Team' } })
  const first = await create()
  for (let i = 0; i < 9; i += 1) await create()
  await t.services.db.tenant(first.body.workspace.id, (trx) =>
    trx
      .updateTable('users')
      .set({ account_id: null })
      .where('workspace_id', '=', first.body.workspace.id)
      .execute(),
  )
  expect([(await create()).codes, Number((await create()).headers['retry-after'])]).toEqual([
    ['too_many'],
    86_400,
  ])
  await t.services.db.global
    .updateTable('team_creations')
    .set({ created_at: new Date(t.clock.now().getTime() - 25 * hourMs) })
    .execute()
  expect((await create()).status).toBe(200)
})

test('a deactivated member reads the team and its administrators', async () => {
  const email = freshEmail()
  const { body } = await t.call('auth.verify_code', { body: await requestSignInCode(t, email) })
  expect(body.workspaces).toEqual([])
  expect((await t.call('auth.account', { token: body.access_token })).body).toEqual({
    email,
    team_name: suggestTeamName(email),
    first_name: '',
    last_name: '',
    ended: [],
  })

  const team = await makeTeam(t)
  const [gone, other] = [
    await makeMember(t, team.workspace_id, { first_name: 'Grace', last_name: 'Hopper' }),
    await makeMember(t, team.workspace_id, {
      first_name: 'Ada',
      last_name: 'King',
      permissions: { account_administrator: true },
    }),
  ]
  await makeMember(t, team.workspace_id, {
    first_name: 'No',
    last_name: 'Longer',
    state: 'deactivated',
    permissions: { account_administrator: true },
  })
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: gone.user_id },
    body: { state: 'deactivated' },
  })
  const requested = await t.call('auth.get_code', { body: { email: gone.email } })
  expect(Object.keys(requested.body)).toEqual(['sig'])
  const signed = await t.call('auth.verify_code', {
    body: { email: gone.email, sig: requested.body.sig, code: readMailedCode(t, gone.email) },
  })
  expect(signed.body.workspaces).toEqual([])
  const account = (await t.call('auth.account', { token: signed.body.access_token })).body
  const { name } = (await t.call('config.get', { token: team.admin.token })).body.workspace
  expect(account).toEqual({
    email: gone.email,
    team_name: suggestTeamName(gone.email),
    first_name: 'Grace',
    last_name: 'Hopper',
    ended: [{ name, administrators: expect.arrayContaining(['Ada King']) }],
  })
  expect([account.ended[0]?.administrators.length, JSON.stringify(account)]).toEqual([
    2,
    expect.not.stringContaining(other.email),
  ])
  expect(JSON.stringify(account)).not.toContain('Longer')
})

test('a second team suggests only the account’s own name', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id, {
    first_name: 'Mary',
    last_name: 'Somerville',
  })
  const { body } = await t.call('auth.verify_code', {
    body: await requestSignInCode(t, member.email),
  })
  const { access_token: accessToken } = (
    await t.call('auth.create_workspace', { token: body.access_token, body: { name: 'Second' } })
  ).body
  expect((await t.call('config.get', { token: accessToken })).body.user).toMatchObject({
    first_name: '',
    last_name: '',
  })
  expect((await t.call('auth.account', { token: accessToken })).body).toMatchObject({
    first_name: 'Mary',
    last_name: 'Somerville',
    ended: [],
  })
  // A name typed into an invitation by an administrator is not the account's own.
  const invitedEmail = freshEmail()
  await t.call('users.create', {
    token: team.admin.token,
    body: { users: [{ email: invitedEmail, first_name: 'Not', last_name: 'Mine' }] },
  })
  const invitee = await t.call('auth.verify_code', {
    body: await requestSignInCode(t, invitedEmail),
  })
  expect((await t.call('auth.account', { token: invitee.body.access_token })).body).toMatchObject({
    first_name: '',
    last_name: '',
  })
})
