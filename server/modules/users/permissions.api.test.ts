import { beforeAll, expect, test } from 'vitest'
import type { Permissions } from '#contract/permissions.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
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

test('nobody can deactivate themselves', async () => {
  expect((await change(team.admin, team.admin.user_id, { state: 'deactivated' })).codes).toEqual([
    'forbidden',
  ])
  const person = await createDemoUser(t, team)
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
  expect((await listAuditDetails(t, team, 'user.permissions'))[0]).toMatchObject({
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
  const id = await inviteUser(t, team, 'deputy@example.test')
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
    const against = (by: Member, whom: Member) => {
      if (how === 0) return grant(by, whom.user_id, { account_administrator: false })
      if (how === 1) return change(by, whom.user_id, { state: 'deactivated' })
      return t.call('users.delete', { token: by.token, params: { id: whom.user_id } })
    }
    const answers = await Promise.all([against(own.admin, other), against(other, own.admin)])
    expect(answers.filter((one) => one.status < 300)).toHaveLength(1)
    const left = await t.services.db.tenant(own.workspace_id, (trx) =>
      trx
        .selectFrom('permissions')
        .innerJoin('users', (join) =>
          join
            .onRef('users.workspace_id', '=', 'permissions.workspace_id')
            .onRef('users.id', '=', 'permissions.user_id'),
        )
        .where('users.workspace_id', '=', own.workspace_id)
        .where('users.state', '=', 'accepted')
        .where('account_administrator', '=', true)
        .select('users.id')
        .execute(),
    )
    expect(left).toHaveLength(1)
  }
})
