import { beforeAll, expect, test } from 'vitest'
import type { Permissions } from '#contract/permissions.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  inviteTokenOf,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { inviteUser, listAuditDetails, createDemoUser } from '#tests/support/user-changes.ts'

const t = setupTestApp()
let team: Team
beforeAll(async () => {
  team = await makeTeam(t)
})

const change = (by: Member, id: string, body: object) =>
  t.call('users.update', { token: by.token, params: { id }, body })
const grant = (by: Member, id: string, body: Partial<Permissions>) =>
  t.call('users.permissions', { token: by.token, params: { id }, body })
const resend = (by: Member, id: string) =>
  t.call('users.invite', { token: by.token, params: { id } })
const listWaitingMails = async (to: string) =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('outbox')
      .select(['params', 'to_address'])
      .where('workspace_id', '=', team.workspace_id)
      .where('to_address', '=', to)
      .where('state', '=', 'waiting')
      .execute(),
  )
const inviteTokenIn = async (to: string) => {
  const [mail] = await listWaitingMails(to)
  if (!mail) throw new Error(`no mail to ${to}`)
  return inviteTokenOf((mail.params as { link: string }).link)
}

test('an administrator updates fields, with errors at each field', async () => {
  const member = await makeMember(t, team.workspace_id)
  const fields = {
    first_name: ' Ada ',
    last_name: 'Byron',
    job_title: 'Countess',
    phone: '+44 20 7946 0958',
    birth_date: '1990-12-10',
    hire_date: '2020-01-31',
  }
  const { status, body } = await change(team.admin, member.user_id, {
    ...fields,
    limits: { limit: 40, limit_per_post: 7 },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ...fields,
    first_name: 'Ada',
    name: 'Ada Byron',
    phone: '+442079460958',
    limits: { limit: 40, limit_per_post: 7 },
    score_remaining: 40,
  })
  expect(
    (await change(team.admin, member.user_id, { limits: { limit: null } })).body,
  ).toMatchObject({
    limits: { limit: null, limit_per_post: 7 },
    score_remaining: 100,
    job_title: 'Countess',
  })
  const wrong = async (input: object) =>
    (await change(team.admin, member.user_id, input)).errors.map((one) => [one.field, one.message])
  expect(await wrong({ first_name: ' ', last_name: '' })).toEqual([
    ['first_name', 'First name is required'],
    ['last_name', 'Last name is required'],
  ])
  expect(await wrong({ first_name: '', phone: '12345', birth_date: '2030-01-01' })).toEqual([
    ['first_name', 'First name is required'],
    ['phone', 'Please enter a valid telephone number'],
    ['birth_date', expect.stringMatching(/^Must be between/)],
  ])
  expect(await wrong({ phone: '12345' })).toEqual([
    ['phone', 'Please enter a valid telephone number'],
  ])
  expect(await wrong({ birth_date: '1990-02-30' })).toEqual([['birth_date', 'Wrong format']])
  expect(await wrong({ limits: { limit: -1, limit_per_post: 0 } })).toEqual([
    ['limits.limit', expect.stringMatching(/^Must be between/)],
    ['limits.limit_per_post', expect.stringMatching(/^Must be between/)],
  ])
  expect(await wrong({ email: 'nobody@' })).toEqual([
    ['email', 'Please enter a valid email address'],
  ])
  expect((await change(team.admin, member.user_id, {})).body.first_name).toBe('Ada')
})

test('a personal limit applies to the next post', async () => {
  const [giver, taker] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  await change(team.admin, giver.user_id, { limits: { limit: 10, limit_per_post: 6 } })
  const thank = (score: number) =>
    t.call('posts.create', {
      token: giver.token,
      body: {
        to_id: [taker.user_id],
        value_id: team.value_id,
        score,
        description: 'Thank you very much',
      },
    })
  expect((await thank(7)).codes).toEqual(['out_of_range'])
  expect((await thank(6)).status).toBe(200)
  expect((await thank(5)).codes).toEqual(['over_limit'])
})

test('read-only fields are refused', async () => {
  const member = await makeMember(t, team.workspace_id)
  for (const extra of [
    { balance: 9 },
    { workspace_id: team.workspace_id },
    { permissions: { global_administrator: true } },
    { state: 'accepted' },
    { state: 'deleted' },
    { demo: true },
    { account_id: member.account_id },
    { limits: { spent: 0 } },
    { language: 'ru' },
  ]) {
    expect([extra, (await change(team.admin, member.user_id, extra)).status]).toEqual([extra, 422])
  }
  expect(
    (
      await t.call('users.permissions', {
        token: team.admin.token,
        params: { id: member.user_id },
        body: { owner: true },
      })
    ).status,
  ).toBe(422)
})

test('changing the address of a pending member renews the invite', async () => {
  const id = await inviteUser(t, team, 'wrong@example.test')
  const old = await inviteTokenIn('wrong@example.test')
  expect((await change(team.admin, id, { email: team.admin.email })).errors[0]).toMatchObject({
    code: 'email_taken',
    field: 'email',
    message: 'User with this email already exists',
  })
  expect((await change(team.admin, id, { email: 'Right@Example.test' })).body).toMatchObject({
    email: 'right@example.test',
    state: 'pending',
  })
  expect(await listWaitingMails('wrong@example.test')).toEqual([])
  expect((await t.call('auth.verify_invite', { body: { token: old } })).codes).toEqual([
    'invite_invalid',
  ])
  expect(
    await t.services.db.global
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', 'wrong@example.test')
      .execute(),
  ).toEqual([])
  const joined = await t.call('auth.accept_invite', {
    body: { token: await inviteTokenIn('right@example.test') },
  })
  expect(joined.status).toBe(200)
  expect((await t.call('profiles.me', { token: joined.body.access_token })).body.email).toBe(
    'right@example.test',
  )
  // After acceptance only the owner may change the address.
  expect((await change(team.admin, id, { email: 'other@example.test' })).errors[0]).toMatchObject({
    code: 'forbidden',
    field: 'email',
  })
  expect((await change(team.admin, id, { email: 'right@example.test' })).status).toBe(200)
})

test('an invite is resent at most once a minute while pending', async () => {
  const id = await inviteUser(t, team, 'again@example.test')
  const old = await inviteTokenIn('again@example.test')
  const early = await resend(team.admin, id)
  expect([early.status, early.codes, Number(early.headers['retry-after'])]).toEqual([
    429,
    ['too_many'],
    60,
  ])
  t.clock.advance(61_000)
  expect((await resend(team.admin, id)).body).toMatchObject({
    state: 'pending',
    invited_at: t.clock.now().toISOString(),
  })
  expect(await listWaitingMails('again@example.test')).toHaveLength(1)
  expect((await t.call('auth.verify_invite', { body: { token: old } })).codes).toEqual([
    'invite_invalid',
  ])
  t.clock.advance(61_000)
  const both = await Promise.all([resend(team.admin, id), resend(team.admin, id)])
  expect(both.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 429])
  expect(
    (
      await t.call('auth.accept_invite', {
        body: { token: await inviteTokenIn('again@example.test') },
      })
    ).status,
  ).toBe(200)
  t.clock.advance(61_000)
  expect((await resend(team.admin, id)).codes).toEqual(['conflict'])
  expect((await resend(team.admin, (await createDemoUser(t, team)).user_id)).codes).toEqual([
    'conflict',
  ])
})

test('deactivation ends sessions and reactivation keeps the points', async () => {
  const member = await makeMember(t, team.workspace_id)
  await addBalance(t, member, 30)
  expect((await change(team.admin, member.user_id, { state: 'pending' })).codes).toEqual([
    'conflict',
  ])
  expect((await change(team.admin, member.user_id, { state: 'deactivated' })).body.state).toBe(
    'deactivated',
  )
  expect((await t.call('profiles.me', { token: member.token })).status).toBe(401)
  expect((await change(team.admin, member.user_id, { state: 'deactivated' })).status).toBe(200)
  expect((await grant(team.admin, member.user_id, { rewards_administrator: true })).codes).toEqual([
    'conflict',
  ])
  expect((await change(team.admin, member.user_id, { state: 'pending' })).body).toMatchObject({
    state: 'pending',
    balance: 30,
  })
  expect((await t.call('profiles.me', { token: member.token })).status).toBe(401)
  const { body } = await t.call('auth.accept_invite', {
    body: { token: await inviteTokenIn(member.email) },
  })
  expect((await t.call('profiles.me', { token: body.access_token })).body).toMatchObject({
    state: 'accepted',
    balance: 30,
  })
  const [entry] = await listAuditDetails(t, team, 'user.deactivate')
  expect(entry).toMatchObject({
    actor_id: team.admin.user_id,
    details: { user_id: member.user_id, state: { from: 'accepted', to: 'deactivated' } },
  })
  expect((await listAuditDetails(t, team, 'user.reactivate'))[0]?.details).toMatchObject({
    user_id: member.user_id,
  })
})

test('a canceled invite is invalid and its mail is not sent', async () => {
  const id = await inviteUser(t, team, 'canceled@example.test')
  const token = await inviteTokenIn('canceled@example.test')
  expect((await change(team.admin, id, { state: 'deactivated' })).body.state).toBe('deactivated')
  expect(await listWaitingMails('canceled@example.test')).toEqual([])
  expect((await t.call('auth.accept_invite', { body: { token } })).codes).toEqual([
    'invite_invalid',
  ])
})

test('a member who is deactivated at a new address gets no invite', async () => {
  const [old, corrected] = ['gene@example.test', 'jean@example.test']
  const id = await inviteUser(t, team, old)
  const body = { email: corrected, state: 'deactivated' }
  expect((await change(team.admin, id, body)).body).toMatchObject(body)
  expect([...(await listWaitingMails(old)), ...(await listWaitingMails(corrected))]).toEqual([])
})

test('every call returns 404 for an unknown member', async () => {
  const id = '01900000-0000-7000-8000-000000000000'
  const plain = await makeMember(t, team.workspace_id)
  expect((await change(team.admin, id, { job_title: 'X' })).status).toBe(404)
  expect((await grant(team.admin, id, { rewards_administrator: true })).status).toBe(404)
  expect((await resend(team.admin, id)).status).toBe(404)
  for (const by of [team.admin, plain])
    expect((await t.call('users.delete', { token: by.token, params: { id } })).status).toBe(404)
})

test('the audit log records changes without personal data', async () => {
  const member = await makeMember(t, team.workspace_id)
  await change(team.admin, member.user_id, {
    first_name: 'Secretname',
    phone: '+442079460958',
    limits: { limit: 3 },
  })
  const [entry] = await listAuditDetails(t, team, 'user.update')
  expect(entry).toMatchObject({
    actor_id: team.admin.user_id,
    details: {
      user_id: member.user_id,
      fields: 'first_name, phone, points_limit',
      points_limit: { from: null, to: 3 },
    },
  })
  expect(JSON.stringify(entry?.details)).not.toContain('Secretname')
})
