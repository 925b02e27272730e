import { beforeAll, expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, markPresent, type Team } from '#tests/support/factories.ts'

const t = setupTestApp()
let team: Team
beforeAll(async () => {
  team = await makeTeam(t)
})

test('the team list is ordered by state and name across pages', async () => {
  const own = await makeTeam(t)
  const add = (state: 'pending' | 'accepted' | 'deactivated', firstName: string) =>
    makeMember(t, own.workspace_id, { state, first_name: firstName, last_name: 'X' })
  for (const [state, name] of [
    ['accepted', 'Zoe'],
    ['deactivated', 'Abe'],
    ['pending', 'Nia'],
    ['accepted', 'ann'],
    ['pending', 'Bo'],
    ['accepted', 'Ann'],
  ] as const)
    await add(state, name)
  const whole = (await t.call('users.list', { token: own.admin.token, query: { limit: 100 } })).body
    .items
  expect(
    whole
      .filter((user) => user.last_name === 'X')
      .map((user) => `${user.state} ${user.first_name.toLowerCase()}`),
  ).toEqual([
    'pending bo',
    'pending nia',
    'accepted ann',
    'accepted ann',
    'accepted zoe',
    'deactivated abe',
  ])
  const walked: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: { items: { id: string }[]; next_cursor: string | null } = (
      await t.call('users.list', {
        token: own.admin.token,
        query: { limit: 2, ...(cursor ? { cursor } : {}) },
      })
    ).body
    walked.push(...page.items.map((user) => user.id))
    cursor = page.next_cursor
  }
  expect(walked).toEqual(whole.map((user) => user.id))
  expect(
    (await t.call('users.list', { token: own.admin.token, query: { state: 'pending' } })).body
      .items,
  ).toHaveLength(2)
  expect(
    (
      await t.call('users.list', { token: own.admin.token, query: { search: 'zo' } })
    ).body.items.map((user) => user.first_name),
  ).toEqual(['Zoe'])
  expect(
    (await t.call('users.list', { token: own.admin.token, query: { search: '100%' } })).body.items,
  ).toEqual([])
  expect(
    (await t.call('users.list', { token: own.admin.token, query: { cursor: 'nonsense' } })).status,
  ).toBe(400)
})

test('each invitation has its own outcome', async () => {
  const users = [
    { email: 'New.Person@Example.test', first_name: 'New' },
    { email: 'nobody@' },
    { email: team.admin.email },
    { email: 'new.person@example.test' },
    { email: 'x@example.test', state: 'accepted' },
  ]
  const { status, body } = await t.call('users.create', {
    token: team.admin.token,
    body: { users },
  })
  expect(status).toBe(200)
  expect(body.map((one) => [one.email, one.outcome, one.code])).toEqual([
    ['new.person@example.test', 'invited', null],
    ['nobody@', 'refused', 'email_invalid'],
    [team.admin.email, 'already_member', 'email_taken'],
    ['new.person@example.test', 'already_member', 'email_taken'],
    ['x@example.test', 'refused', 'wrong_format'],
  ])
  expect(body[0]?.user).toMatchObject({ state: 'pending', first_name: 'New', balance: 0 })
})

test('ten concurrent invites of an address create one member', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      t.call('users.create', {
        token: team.admin.token,
        body: { users: [{ email: 'twin@example.test' }] },
      }),
    ),
  )
  expect(
    answers
      .flatMap((answer) => answer.body.map((one) => one.outcome))
      .filter((outcome) => outcome === 'invited'),
  ).toHaveLength(1)
})

test('mentions match the start of both names in any alphabet', async () => {
  const own = await makeTeam(t)
  await makeMember(t, own.workspace_id, { first_name: 'Ірина', last_name: 'Коваль' })
  await makeMember(t, own.workspace_id, {
    first_name: 'Ivan',
    last_name: 'Koval',
    state: 'deactivated',
  })
  const find = async (search: string) =>
    (await t.call('people.list', { token: own.admin.token, query: { search } })).body.map(
      (person) => person.name,
    )
  expect(await find('ірин')).toEqual(['Ірина Коваль'])
  expect(await find('КОВ')).toEqual(['Ірина Коваль'])
  expect(await find('Ірина К')).toEqual(['Ірина Коваль'])
  expect(await find('ivan')).toEqual([])
  expect(await find('')).toEqual(['Ірина Коваль'])
})

test('members find a colleague only by the complete address', async () => {
  const own = await makeTeam(t)
  const [member, hidden] = [
    await makeMember(t, own.workspace_id),
    await makeMember(t, own.workspace_id, {
      first_name: 'Mary',
      last_name: 'Hart',
      email: 'secret.name@example.test',
    }),
  ]
  const find = async (token: string, search: string) =>
    (await t.call('people.list', { token, query: { search } })).body.map((person) => person.id)
  for (const part of [
    'sec',
    'secret',
    'secret.name@',
    'secret.name@example.tes',
    'ecret.name@example.test',
    'secret.name@example.test ot',
    '%@%',
    'secret.name@example.____',
  ])
    expect([part, await find(member.token, part)]).toEqual([part, []])
  for (const whole of ['secret.name@example.test', ' Secret.Name@EXAMPLE.test '])
    expect([whole, await find(member.token, whole)]).toEqual([whole, [hidden.user_id]])
  expect(await find(own.admin.token, 'secret.n')).toEqual([hidden.user_id])
  const expiresOn = '2026-07-01'
  await markPresent(t, own.admin)
  const bare = (
    await t.call('tokens.create', {
      token: own.admin.token,
      body: { name: 'Profile', scopes: ['profile:read'], expires_on: expiresOn },
    })
  ).body.token
  const wide = (
    await t.call('tokens.create', {
      token: own.admin.token,
      body: { name: 'Team', scopes: ['profile:read', 'team:read'], expires_on: expiresOn },
    })
  ).body.token
  expect([await find(bare, 'secret.n'), await find(wide, 'secret.n')]).toEqual([
    [],
    [hidden.user_id],
  ])
})

test('every member lists the administrators without addresses', async () => {
  const own = await makeTeam(t)
  const [member, rewards] = [
    await makeMember(t, own.workspace_id),
    await makeMember(t, own.workspace_id, {
      first_name: 'Aaron',
      permissions: { rewards_administrator: true },
    }),
  ]
  await makeMember(t, own.workspace_id, {
    state: 'deactivated',
    permissions: { billing_administrator: true },
  })
  await makeMember(t, own.workspace_id, {
    state: 'pending',
    permissions: { billing_administrator: true },
  })
  const { body } = await t.call('people.administrators', { token: member.token })
  expect(body.map((one) => [one.user.id, one.permissions])).toEqual([
    [
      rewards.user_id,
      {
        global_administrator: false,
        account_administrator: false,
        rewards_administrator: true,
        billing_administrator: false,
      },
    ],
    [
      own.admin.user_id,
      {
        global_administrator: true,
        account_administrator: true,
        rewards_administrator: true,
        billing_administrator: true,
      },
    ],
  ])
  expect(JSON.stringify(body)).not.toContain('@')
})

test('a search finds people by words of their names and by whole addresses', async () => {
  const own = await makeTeam(t)
  const [mate, other, third] = [
    await makeMember(t, own.workspace_id, {
      first_name: 'Ana María',
      last_name: 'de la Cruz',
      email: 'zuzu@example.test',
    }),
    await makeMember(t, own.workspace_id, { first_name: 'Rosamaría', last_name: 'Byron' }),
    await makeMember(t, own.workspace_id, { first_name: 'María', last_name: 'Aldo' }),
  ]
  const find = async (search: string) =>
    (await t.call('people.list', { token: own.admin.token, query: { search } })).body.map(
      (person) => person.id,
    )
  expect(await find('maría')).toEqual([third.user_id, mate.user_id, other.user_id])
  expect(await find('cruz ana')).toEqual([mate.user_id])
  expect(await find('ZUZU@')).toEqual([mate.user_id])
  for (const nobody of ['example.test', '%', '_', '100%', '\\\\'])
    expect([nobody, await find(nobody)]).toEqual([nobody, []])
})

test('a member updates its own record with errors at each field', async () => {
  const member = await makeMember(t, team.workspace_id)
  const update = (body: object) => t.call('profiles.update_me', { token: member.token, body })
  expect((await update({ first_name: '  Ada ', phone: '+44 20 7946 0958' })).body).toMatchObject({
    first_name: 'Ada',
    phone: '+442079460958',
  })
  expect((await update({ first_name: ' ' })).errors).toEqual([
    {
      code: 'first_name_required',
      field: 'first_name',
      message: 'First name is required',
      params: { start: 1 },
    },
  ])
  expect((await update({ last_name: '' })).errors[0]?.message).toBe('Last name is required')
  expect((await update({ phone: 'call me' })).errors[0]?.message).toBe(
    'Please enter a valid telephone number',
  )
  expect(
    (await t.call('profiles.get', { token: team.admin.token, params: { id: member.user_id } }))
      .body,
  ).toMatchObject({
    name: `Ada ${(await t.call('profiles.me', { token: member.token })).body.last_name}`,
    balance: 0,
  })
  expect(
    (await t.call('profiles.get', { token: member.token, params: { id: team.admin.user_id } })).body
      .balance,
  ).toBeNull()
})
