import { beforeEach, expect, test } from 'vitest'
import { permissions, type Permission, type Permissions } from '#contract/permissions.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  makeMember,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'

/**
 * One policy for all calls: address, state, permissions and record of a member with more
 * permissions cannot be changed.
 */
const t = setupTestApp()
let team: Team
let manager: Member
beforeEach(async () => {
  team = await makeTeam(t)
  manager = await makeMember(t, team.workspace_id, { permissions: { global_administrator: true } })
})

const change = (by: Member, id: string, body: object) =>
  t.call('users.update', { token: by.token, params: { id }, body })
const grant = (by: Member, id: string, body: Partial<Permissions>) =>
  t.call('users.permissions', { token: by.token, params: { id }, body })
const remove = (by: Member, id: string) =>
  t.call('users.delete', { token: by.token, params: { id } })
const get = async (id: string) =>
  (await t.call('users.get', { token: team.admin.token, params: { id } })).body
const invite = async (email: string) =>
  (await t.call('users.create', { token: team.admin.token, body: { users: [{ email }] } })).body[0]
    ?.user?.id ?? ''
const noPermissions: Permissions = {
  global_administrator: false,
  account_administrator: false,
  rewards_administrator: false,
  billing_administrator: false,
}

test.each(permissions.filter((name) => name !== 'global_administrator'))(
  'a global administrator cannot change a member with %s',
  async (name) => {
    for (const state of ['accepted', 'pending'] as const) {
      const member = await makeMember(t, team.workspace_id, {
        state,
        permissions: { [name]: true },
      })
      const id = member.user_id
      t.clock.advance(61_000)
      const answers = {
        record: await change(manager, id, { job_title: 'X' }),
        state: await change(manager, id, { state: 'deactivated' }),
        address: await change(manager, id, { email: 'g@evil.test' }),
        take: await grant(manager, id, { [name]: false }),
        give: await grant(manager, id, { global_administrator: true }),
        remove: await remove(manager, id),
        resend: await t.call('users.invite', { token: manager.token, params: { id } }),
      }
      expect(Object.entries(answers).map(([way, { codes }]) => [state, way, codes])).toEqual(
        Object.keys(answers).map((way) => [state, way, ['forbidden']]),
      )
      expect(await get(id)).toMatchObject({
        state,
        email: member.email,
        job_title: '',
        permissions: { ...noPermissions, [name]: true },
      })
    }
  },
)

test('an access token with team:write follows the same edit policy', async () => {
  const member = await makeMember(t, team.workspace_id, {
    permissions: { rewards_administrator: true },
  })
  await markPresent(t, manager)
  const {
    body: { token },
  } = await t.call('tokens.create', {
    token: manager.token,
    body: { name: 'Script', scopes: ['team:write'], expires_on: '2026-07-01' },
  })
  expect(
    (await change({ ...manager, token }, member.user_id, { state: 'deactivated' })).codes,
  ).toEqual(['forbidden'])
})

test('a deactivated member keeps its address when reactivated', async () => {
  const member = await makeMember(t, team.workspace_id)
  expect((await change(manager, member.user_id, { state: 'deactivated' })).status).toBe(200)
  expect(
    (await change(manager, member.user_id, { state: 'pending', email: 'g@evil.test' })).errors[0],
  ).toMatchObject({ code: 'forbidden', field: 'email' })
  expect((await change(manager, member.user_id, { email: 'g@evil.test' })).errors[0]).toMatchObject(
    { code: 'forbidden', field: 'email' },
  )
  expect((await change(manager, member.user_id, { state: 'pending' })).body).toMatchObject({
    state: 'pending',
    email: member.email,
  })
  for (const by of [manager, team.admin])
    expect((await change(by, member.user_id, { email: 'g@evil.test' })).errors[0]).toMatchObject({
      code: 'forbidden',
      field: 'email',
    })
})

test('a renewed invite allows a new address before first acceptance', async () => {
  const id = await invite('wrong@example.test')
  await change(manager, id, { state: 'deactivated' })
  await change(manager, id, { state: 'pending' })
  expect((await change(manager, id, { email: 'right@example.test' })).body).toMatchObject({
    email: 'right@example.test',
    state: 'pending',
  })
})

test('reactivation does not restore permissions', async () => {
  const member = await makeMember(t, team.workspace_id, {
    permissions: { rewards_administrator: true, billing_administrator: true },
  })
  expect(
    (await change(team.admin, member.user_id, { state: 'deactivated' })).body.permissions,
  ).toEqual(noPermissions)
  expect((await change(team.admin, member.user_id, { state: 'pending' })).body.permissions).toEqual(
    noPermissions,
  )
  const rows = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('audit_log')
      .select('details')
      .where('workspace_id', '=', team.workspace_id)
      .where('action', '=', 'user.deactivate')
      .execute(),
  )
  expect(rows[0]?.details).toMatchObject({
    user_id: member.user_id,
    permissions: ['rewards_administrator', 'billing_administrator'],
  })
})

test('an administrator grants only the permissions it holds', async () => {
  const owner = await makeMember(t, team.workspace_id, {
    permissions: { account_administrator: true },
  })
  const member = await makeMember(t, team.workspace_id)
  for (const name of permissions) {
    expect([
      name,
      (await grant(owner, member.user_id, { [name]: true })).body.permissions[name],
    ]).toEqual([name, true])
    expect([
      name,
      (await grant(owner, member.user_id, { [name]: false })).body.permissions[name],
    ]).toEqual([name, false])
  }
  for (const name of permissions.filter((one) => one !== 'global_administrator'))
    expect((await grant(manager, member.user_id, { [name]: true })).errors[0]).toMatchObject({
      code: 'forbidden',
      field: name,
    })
})

const errorCodeOf: Record<Permission, string> = {
  account_administrator: 'last_administrator',
  global_administrator: 'last_global_administrator',
  rewards_administrator: 'last_rewards_administrator',
  billing_administrator: 'last_billing_administrator',
}
test.each(permissions)('the last holder of %s cannot lose it', async (name) => {
  const own = await makeTeam(t)
  const id = own.admin.user_id
  // Pending members, deactivated members and demo users do not count as holders.
  await makeMember(t, own.workspace_id, { state: 'pending', permissions: { [name]: true } })
  const demo = await makeMember(t, own.workspace_id, { permissions: { [name]: true } })
  await t.services.db.tenant(own.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ demo: true, account_id: null, email: '' })
      .where('workspace_id', '=', own.workspace_id)
      .where('id', '=', demo.user_id)
      .execute(),
  )
  const rest = Object.fromEntries(permissions.map((one) => [one, one !== name]))
  const other = await makeMember(t, own.workspace_id, {
    permissions: { ...rest, account_administrator: name !== 'account_administrator' },
  })
  expect((await grant(own.admin, id, { [name]: false })).errors[0]).toMatchObject({
    code: errorCodeOf[name],
    field: name,
    params: { permission: name },
  })
  expect((await t.call('users.delete', { token: own.admin.token, params: { id } })).codes).toEqual([
    errorCodeOf[name],
  ])
  if (name !== 'account_administrator') {
    expect((await change(other, id, { state: 'deactivated' })).codes).toEqual([errorCodeOf[name]])
    expect((await t.call('users.delete', { token: other.token, params: { id } })).codes).toEqual([
      errorCodeOf[name],
    ])
  }
  expect((await grant(own.admin, other.user_id, { [name]: true })).status).toBe(200)
  expect((await grant(own.admin, id, { [name]: false })).status).toBe(200)
})

test('an account administrator grants a permission without a holder', async () => {
  const own = await makeTeam(t)
  await t.services.db.tenant(own.workspace_id, (trx) =>
    trx
      .updateTable('permissions')
      .set({ billing_administrator: false, rewards_administrator: false })
      .where('workspace_id', '=', own.workspace_id)
      .execute(),
  )
  expect(
    (
      await grant(own.admin, own.admin.user_id, {
        billing_administrator: true,
        rewards_administrator: true,
      })
    ).body.permissions,
  ).toMatchObject({ billing_administrator: true, rewards_administrator: true })
})

test('the only member must delete the team instead of leaving', async () => {
  const own = await makeTeam(t)
  await makeMember(t, own.workspace_id, { state: 'pending' })
  expect(
    (await t.call('users.delete', { token: own.admin.token, params: { id: own.admin.user_id } }))
      .codes,
  ).toEqual(['last_member'])
})

test('a refused change names every refused permission', async () => {
  const own = await makeTeam(t)
  await makeMember(t, own.workspace_id)
  expect(
    (
      await t.call('users.delete', { token: own.admin.token, params: { id: own.admin.user_id } })
    ).codes.toSorted(),
  ).toEqual(Object.values(errorCodeOf).toSorted())
})

test('the team list contains the viewer’s abilities for each member', async () => {
  const rewards = await makeMember(t, team.workspace_id, {
    permissions: { rewards_administrator: true },
  })
  const plain = await makeMember(t, team.workspace_id)
  const pending = await makeMember(t, team.workspace_id, { state: 'pending' })
  const seen = async (by: Member) =>
    new Map(
      (await t.call('users.list', { token: by.token })).body.items.map((one) => [
        one.id,
        one.abilities,
      ]),
    )
  const no = {
    edit: false,
    change_email: false,
    permissions: false,
    adjust: true,
    resend: false,
    reactivate: false,
    deactivate: false,
    delete: false,
  }
  const byManager = await seen(manager)
  expect(byManager.get(rewards.user_id)).toMatchObject(no)
  expect(byManager.get(plain.user_id)).toMatchObject({
    ...no,
    edit: true,
    permissions: true,
    deactivate: true,
    delete: true,
  })
  expect(byManager.get(plain.user_id)?.fixed_permissions).toEqual({
    account_administrator: 'not_held',
    rewards_administrator: 'not_held',
    billing_administrator: 'not_held',
  })
  expect(byManager.get(pending.user_id)).toMatchObject({
    edit: true,
    change_email: true,
    resend: true,
    deactivate: true,
  })
  const byOwner = await seen(team.admin)
  expect(byOwner.get(rewards.user_id)).toMatchObject({
    edit: true,
    permissions: true,
    deactivate: true,
    delete: true,
    fixed_permissions: {},
  })
  expect(byOwner.get(team.admin.user_id)).toMatchObject({
    edit: true,
    deactivate: false,
    delete: false,
    fixed_permissions: {
      account_administrator: 'last_holder',
      billing_administrator: 'last_holder',
    },
  })
})
