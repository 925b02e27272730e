import { beforeEach, expect, test } from 'vitest'
import { permissions } from '#contract/permissions.ts'
import { expectError } from '#tests/support/expect-error.ts'
import { makeMember, makeTeam, markPresent, type Team } from '#tests/support/factories.ts'
import { makeScim } from '#tests/support/make-scim.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
beforeEach(async () => {
  team = await makeTeam(t)
  await markPresent(t, team.admin)
})
const call: typeof t.call = (name, input = {}) =>
  t.call(name, { token: team.admin.token, ...input })

test('a team begins with a dry run and without tokens', async () => {
  expect((await call('scim.get')).body).toEqual({
    base_url: expect.stringMatching(/\/scim\/v2$/) as string,
    name: '',
    dry_run: true,
    sends_invitations: true,
    grants_account_administrator: false,
    paused_at: null,
    tokens: [],
  })
})

test('two tokens are alive, each is shown once and revoked at once', async () => {
  const body = { name: 'Okta' }
  const first = (await call('scim.create_token', { body })).body
  expect(first.token).toHaveLength(54)
  await call('scim.create_token', { body: { name: 'Okta, new' } })
  await expectError(call('scim.create_token', { body }), 422, 'scim_tokens_full')
  const { tokens } = (await call('scim.get')).body
  expect(tokens.map(({ name }) => name)).toEqual(['Okta', 'Okta, new'])
  expect(JSON.stringify(tokens)).not.toContain(first.token)
  const revoke = () => call('scim.revoke_token', { params: { id: first.id } })
  expect((await revoke()).status).toBe(204)
  await expectError(revoke(), 404, 'not_found')
  expect((await call('scim.create_token', { body })).status).toBe(200)
})

test('changes need presence', async () => {
  const other = await makeMember(t, team.workspace_id, {
    permissions: { account_administrator: true },
  })
  await expectError(
    t.call('scim.update', { token: other.token, body: { dry_run: false } }),
    403,
    'presence_required',
  )
})

test('resume without a pause is a conflict', async () => {
  await expectError(call('scim.resume'), 409, 'conflict')
})

test('a mapped group grants its permission and takes back only what it granted', async () => {
  const { scim_group: id } = await makeScim(t, team)
  const [member, admin] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id, { permissions: { rewards_administrator: true } }),
  ]
  await t.services.db.tenant(team.workspace_id, async (trx) => {
    for (const { user_id: userId } of [member, admin])
      await trx
        .insertInto('group_members')
        .values({
          workspace_id: team.workspace_id,
          group_id: id,
          user_id: userId,
          kind: 'custom',
          joined_at: t.clock.now(),
        })
        .execute()
  })
  const held = async (userId: string) => {
    const { items } = (await call('users.list')).body
    const found = items.find((one) => one.id === userId)
    return permissions.filter((name) => found?.permissions[name])
  }
  const map = (permission: string | null) =>
    call('scim.map_group', { params: { id }, body: { permission } })
  expect((await map('rewards_administrator')).body).toMatchObject({ members: 2 })
  expect(await held(member.user_id)).toEqual(['rewards_administrator'])
  await map(null)
  expect(await held(member.user_id)).toEqual([])
  expect(await held(admin.user_id)).toEqual(['rewards_administrator'])
  await expectError(map('account_administrator'), 422, 'scim_grant_off', 'permission')
  await call('scim.update', { body: { grants_account_administrator: true } })
  await map('account_administrator')
  expect(await held(member.user_id)).toEqual(['account_administrator'])
  await call('scim.update', { body: { grants_account_administrator: false } })
  expect(await held(member.user_id)).toEqual([])
  const { items } = (await call('workspace.audit', { query: { area: 'security' } })).body
  expect(items.map(({ action }) => action)).toContain('scim.grant')
})

test('a group of the provider can become a team', async () => {
  const { scim_group: id } = await makeScim(t, team)
  await call('scim.map_group', { params: { id }, body: { kind: 'team' } })
  expect((await call('scim.groups')).body.items).toMatchObject([{ id, kind: 'team' }])
  const unknown = { id: team.admin.user_id }
  await expectError(
    call('scim.map_group', { params: unknown, body: { permission: null } }),
    404,
    'not_found',
  )
})
