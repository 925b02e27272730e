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
const invite = async (email: string, by: Member = team.admin) => {
  const [outcome] = (
    await t.call('users.create', { token: by.token, body: { users: [{ email }] } })
  ).body
  return outcome?.user?.id ?? ''
}
const listAuditDetails = async (action: string, workspaceId = team.workspace_id) =>
  t.services.db.tenant(workspaceId, (trx) =>
    trx
      .selectFrom('audit_log')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('action', '=', action)
      .orderBy('id', 'desc')
      .execute(),
  )
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
const createDemoUser = async (state: 'accepted' | 'deactivated' = 'accepted') => {
  const person = await makeMember(t, team.workspace_id, { state })
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ demo: true, account_id: null, email: '' })
      .where('workspace_id', '=', team.workspace_id)
      .where('id', '=', person.user_id)
      .execute(),
  )
  return person
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

test('fields that nobody may set are refused', async () => {
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

test('a changed address of a pending member moves the invite', async () => {
  const id = await invite('wrong@example.test')
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
  const id = await invite('again@example.test')
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
  expect((await resend(team.admin, (await createDemoUser()).user_id)).codes).toEqual(['conflict'])
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
  const [entry] = await listAuditDetails('user.deactivate')
  expect(entry).toMatchObject({
    actor_id: team.admin.user_id,
    details: { user_id: member.user_id, state: { from: 'accepted', to: 'deactivated' } },
  })
  expect((await listAuditDetails('user.reactivate'))[0]?.details).toMatchObject({
    user_id: member.user_id,
  })
})

test('a canceled invite is invalid and its mail is not sent', async () => {
  const id = await invite('canceled@example.test')
  const token = await inviteTokenIn('canceled@example.test')
  expect((await change(team.admin, id, { state: 'deactivated' })).body.state).toBe('deactivated')
  expect(await listWaitingMails('canceled@example.test')).toEqual([])
  expect((await t.call('auth.accept_invite', { body: { token } })).codes).toEqual([
    'invite_invalid',
  ])
})

test('nobody can deactivate themselves', async () => {
  expect((await change(team.admin, team.admin.user_id, { state: 'deactivated' })).codes).toEqual([
    'forbidden',
  ])
  const person = await createDemoUser()
  expect((await grant(team.admin, person.user_id, { rewards_administrator: true })).codes).toEqual([
    'conflict',
  ])
  expect((await change(team.admin, person.user_id, { state: 'deactivated' })).status).toBe(200)
  expect((await change(team.admin, person.user_id, { state: 'pending' })).codes).toEqual([
    'conflict',
  ])
  expect((await change(team.admin, person.user_id, { email: 'demo@example.test' })).codes).toEqual([
    'forbidden',
  ])
})

test('only account administrators change an account administrator', async () => {
  const manager = await makeMember(t, team.workspace_id, {
    permissions: { global_administrator: true },
  })
  const owner = await makeMember(t, team.workspace_id, {
    permissions: { account_administrator: true },
  })
  for (const body of [{ job_title: 'X' }, { state: 'deactivated' }])
    expect((await change(manager, owner.user_id, body)).codes).toEqual(['forbidden'])
  expect(
    (await t.call('users.delete', { token: manager.token, params: { id: owner.user_id } })).codes,
  ).toEqual(['forbidden'])
  expect((await change(owner, manager.user_id, { job_title: 'Deputy' })).status).toBe(200)
  expect((await change(owner, owner.user_id, { job_title: 'Owner' })).status).toBe(200)
})

test('a granted permission applies to the next request', async () => {
  const manager = await makeMember(t, team.workspace_id, {
    permissions: { global_administrator: true },
  })
  const member = await makeMember(t, team.workspace_id)
  expect((await grant(manager, member.user_id, { rewards_administrator: true })).codes).toEqual([
    'forbidden',
  ])
  expect((await grant(manager, member.user_id, { rewards_administrator: false })).status).toBe(200)
  expect((await t.call('users.list', { token: member.token })).status).toBe(403)
  expect(
    (await grant(manager, member.user_id, { global_administrator: true })).body.permissions
      .global_administrator,
  ).toBe(true)
  expect((await t.call('users.list', { token: member.token })).status).toBe(200)
  expect((await listAuditDetails('user.permissions'))[0]).toMatchObject({
    actor_id: manager.user_id,
    details: { user_id: member.user_id, global_administrator: { from: false, to: true } },
  })
  expect(
    (
      await grant(team.admin, member.user_id, {
        global_administrator: false,
        billing_administrator: true,
      })
    ).body.permissions,
  ).toMatchObject({ global_administrator: false, billing_administrator: true })
  expect((await t.call('users.list', { token: member.token })).status).toBe(403)
  // A pending member may have permissions.
  const id = await invite('deputy@example.test')
  expect(
    (await grant(team.admin, id, { rewards_administrator: true })).body.permissions
      .rewards_administrator,
  ).toBe(true)
  // The manager has lost the permission.
  expect((await grant(manager, manager.user_id, { global_administrator: false })).status).toBe(200)
  expect((await grant(manager, member.user_id, { global_administrator: true })).codes).toEqual([
    'forbidden',
  ])
})

test('the last account administrator cannot be removed', async () => {
  const own = await makeTeam(t)
  const pending = await makeMember(t, own.workspace_id, {
    state: 'pending',
    permissions: { account_administrator: true },
  })
  const { token, user_id: userId } = own.admin
  const other = await makeMember(t, own.workspace_id, {
    permissions: { account_administrator: true, global_administrator: true },
  })
  expect((await grant(other, userId, { account_administrator: false })).status).toBe(200)
  expect((await grant(other, other.user_id, { account_administrator: false })).codes).toEqual([
    'last_administrator',
  ])
  expect(
    (await t.call('users.delete', { token: other.token, params: { id: other.user_id } })).codes,
  ).toEqual(['last_administrator'])
  expect((await change(other, pending.user_id, { state: 'deactivated' })).status).toBe(200)
  expect((await t.call('users.delete', { token, params: { id: other.user_id } })).codes).toEqual([
    'forbidden',
  ])
})

test('concurrent revocations leave one account administrator', async () => {
  for (let round = 0; round < 30; round += 1) {
    const own = await makeTeam(t)
    const other = await makeMember(t, own.workspace_id, {
      permissions: { account_administrator: true, global_administrator: true },
    })
    const how = round % 3
    const against = (by: Member, whom: Member) =>
      how === 0
        ? grant(by, whom.user_id, { account_administrator: false })
        : how === 1
          ? change(by, whom.user_id, { state: 'deactivated' })
          : t.call('users.delete', { token: by.token, params: { id: whom.user_id } })
    const answers = await Promise.all([against(own.admin, other), against(other, own.admin)])
    expect(answers.filter((one) => one.status < 300)).toHaveLength(1)
    const left = await t.services.db.tenant(own.workspace_id, (trx) =>
      trx
        .selectFrom('permissions')
        .innerJoin('users', 'users.id', 'permissions.user_id')
        .where('users.workspace_id', '=', own.workspace_id)
        .where('users.state', '=', 'accepted')
        .where('account_administrator', '=', true)
        .select('users.id')
        .execute(),
    )
    expect(left).toHaveLength(1)
  }
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
  const [entry] = await listAuditDetails('user.update')
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

test('the CSV export escapes formulas and follows filter and language', async () => {
  const own = await makeTeam(t)
  const { token } = own.admin
  const member = await makeMember(t, own.workspace_id, {
    first_name: '=HYPERLINK("x")',
    last_name: 'O"Neill, Jr',
    permissions: { rewards_administrator: true, billing_administrator: true },
  })
  await addBalance(t, member, 25)
  await change(own.admin, member.user_id, { job_title: 'Tester', birth_date: '1990-12-10' })
  await makeMember(t, own.workspace_id, { state: 'deactivated', first_name: 'Gone' })
  const csv = async (query: Record<string, string>, as = token) =>
    t.call('users.csv', { token: as, query })
  const all = await csv({})
  expect(all.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(all.headers['content-disposition']).toBe('attachment; filename="users.csv"')
  const lines = String(all.body).split('\r\n')
  expect(lines[0]).toBe(
    'First name,Last name,Email,Status,Job title,Phone,Birthday,First day at work,Balance,Permissions,Invited on,Joined on',
  )
  expect(lines).toHaveLength(5)
  expect(lines).toContain(
    `"'=HYPERLINK(""x"")","O""Neill, Jr",${member.email},Accepted,Tester,,1990-12-10,,25,"Rewards administrator, Billing administrator",,2026-06-15`,
  )
  expect(
    String((await csv({ state: 'deactivated' })).body)
      .split('\r\n')
      .filter((line) => line.startsWith('Gone')),
  ).toHaveLength(1)
  expect(String((await csv({ state: 'pending' })).body).split('\r\n')).toHaveLength(2)
  await t.call('profiles.update_me', { token, body: { language: 'ru' } })
  expect(String((await csv({})).body)).toMatch(/^Имя,Фамилия,/)
  expect((await csv({}, member.token)).status).toBe(403)
  expect((await csv({ state: 'nonsense' })).status).toBe(400)
})

test('an export contains each of 2,500 members once', async () => {
  const own = await makeTeam(t)
  const { token } = own.admin
  await t.services.db.tenant(own.workspace_id, async (trx) => {
    const rows = Array.from({ length: 2_500 }, (_, n) => ({
      workspace_id: own.workspace_id,
      id: `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`,
      account_id: null,
      email: `many${n}@example.test`,
      first_name: `Same${n % 7}`,
      last_name: `Name${n}`,
      state: (['pending', 'accepted', 'deactivated'] as const)[n % 3] ?? 'accepted',
      birth_date: null,
      hire_date: null,
      language: null,
      avatar_file_id: null,
      points_limit: null,
      points_limit_per_post: null,
      checklist_dismissed_at: null,
      invited_by: null,
      invited_at: null,
      accepted_at: null,
      created_at: t.clock.now(),
      deleted_at: null,
    }))
    for (let at = 0; at < rows.length; at += 500)
      await trx
        .insertInto('users')
        .values(rows.slice(at, at + 500))
        .execute()
  })
  const addresses = (await t.call('users.csv', { token })).body.match(/many\d+@/g) ?? []
  expect([addresses.length, new Set(addresses).size]).toEqual([2_500, 2_500])
  const find = async (search: string) =>
    (await t.call('users.list', { token, query: { search } })).body.items.map(
      (user) => user.last_name,
    )
  expect(await find('same4 name1733')).toEqual(['Name1733'])
  expect(await find('NAME1733  Same4')).toEqual(['Name1733'])
  expect(await find('many1733@')).toEqual(['Name1733'])
  expect(await find('same5 name1733')).toEqual([])
  expect(
    (await t.call('users.list', { token, query: { state: 'deactivated' } })).body,
  ).toMatchObject({ counts: { pending: 834, accepted: 834, deactivated: 833 } })
  expect((await t.call('users.list', { token, query: { state: 'deleted' } })).body.items).toEqual(
    [],
  )
})
