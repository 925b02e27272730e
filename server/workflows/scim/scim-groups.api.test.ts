import { beforeEach, expect, test } from 'vitest'
import {
  makeMember,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { connectScim, type ScimClient } from '#tests/support/scim.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
let scim: ScimClient
let people: Member[]
beforeEach(async () => {
  team = await makeTeam(t)
  await markPresent(t, team.admin)
  scim = await connectScim(t, team)
  people = await Promise.all(Array.from({ length: 4 }, () => makeMember(t, team.workspace_id)))
})
const idOf = (index: number) => people[index]?.user_id ?? ''
const valuesOf = (...indexes: number[]) => indexes.map((index) => ({ value: idOf(index) }))
const create = async (displayName: string, more: object = {}) =>
  (await scim('POST', '/Groups', { displayName, ...more })).body.id as string
const patch = (id: string, ...operations: object[]) =>
  scim('PATCH', `/Groups/${id}`, { Operations: operations })
const membersOf = async (id: string) => {
  const { body } = await scim('GET', `/Groups/${id}`)
  return ((body.members ?? []) as { value: string }[]).map(({ value }) =>
    people.findIndex((person) => person.user_id === value),
  )
}

test('a group has members by id and becomes a group of Laurel', async () => {
  const { status, body, headers } = await scim('POST', '/Groups', {
    displayName: 'Tour Guides',
    externalId: 'g1',
    members: valuesOf(0, 1),
  })
  expect([status, headers['location']]).toEqual([201, body.meta.location])
  expect(body).toMatchObject({ displayName: 'Tour Guides', externalId: 'g1' })
  expect(await membersOf(body.id as string)).toEqual([0, 1])
  const group = (
    await t.call('groups.get', { token: team.admin.token, params: { id: body.id as string } })
  ).body
  expect(group).toMatchObject({ kind: 'custom', name: 'Tour Guides', managed_by: 'scim' })
  const taken = await scim('POST', '/Groups', { displayName: 'tour guides' })
  expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness'])
})

test('members join and leave in every form that providers send', async () => {
  const id = await create('Guides', { members: valuesOf(0) })
  const steps: [object, number[]][] = [
    [{ op: 'Add', path: 'members', value: valuesOf(1, 2) }, [0, 1, 2]],
    [{ op: 'add', path: 'members', value: valuesOf(1) }, [0, 1, 2]],
    [{ op: 'remove', path: `members[value eq "${idOf(0)}"]` }, [1, 2]],
    [{ op: 'Remove', path: 'members', value: valuesOf(1) }, [2]],
    [{ op: 'add', value: { members: valuesOf(0, 3) } }, [0, 2, 3]],
    [{ op: 'replace', path: 'members', value: valuesOf(1) }, [1]],
    [{ op: 'remove', path: 'members' }, []],
    [{ op: 'add', path: 'members', value: [{ $ref: `../Users/${idOf(2)}` }] }, [2]],
  ]
  for (const [operation, expected] of steps) {
    const { status } = await patch(id, operation)
    expect([status, operation, await membersOf(id)]).toEqual([204, operation, expected])
  }
})

test('past memberships stay and a rename keeps the group', async () => {
  const id = await create('Guides', { members: valuesOf(0) })
  t.clock.advance(1_000)
  await patch(
    id,
    { op: 'replace', value: { id, displayName: 'Leaders' } },
    { op: 'remove', path: 'members' },
  )
  expect((await scim('GET', `/Groups/${id}`)).body.displayName).toBe('Leaders')
  const rows = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('group_members').selectAll().where('group_id', '=', id).execute(),
  )
  expect(rows).toMatchObject([{ user_id: idOf(0), left_at: t.clock.now() }])
})

test('a bad third operation and unknown members change nothing', async () => {
  const id = await create('Guides', { members: valuesOf(0) })
  const other = await makeTeam(t)
  for (const bad of [
    { op: 'add', path: 'members', value: [{ value: other.admin.user_id }] },
    { op: 'add', path: 'members', value: [{ value: 'nobody' }] },
    { op: 'add', path: 'members', value: [{ value: idOf(1), type: 'Group' }] },
    { op: 'add', path: 'nothing', value: 'x' },
    { op: 'add', path: 'members', value: Array(1_001).fill({ value: idOf(1) }) },
  ]) {
    const { status } = await patch(
      id,
      { op: 'replace', path: 'displayName', value: 'Changed' },
      { op: 'add', path: 'members', value: valuesOf(1) },
      bad,
    )
    expect(status).toBe(400)
  }
  expect((await scim('GET', `/Groups/${id}`)).body.displayName).toBe('Guides')
  expect(await membersOf(id)).toEqual([0])
})

test('PUT replaces members and DELETE ends the group', async () => {
  const id = await create('Guides', { members: valuesOf(0, 1) })
  const etag = String((await scim('GET', `/Groups/${id}`)).headers['etag'])
  const body = { displayName: 'Guides', members: valuesOf(1, 2) }
  expect((await scim('PUT', `/Groups/${id}`, body, { 'if-match': etag })).status).toBe(200)
  expect(await membersOf(id)).toEqual([1, 2])
  expect((await scim('PUT', `/Groups/${id}`, body, { 'if-match': etag })).status).toBe(412)
  expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204)
  expect((await scim('GET', `/Groups/${id}`)).status).toBe(404)
  expect(await create('Guides')).not.toBe(id)
})

test('a mapped group grants to those who join and revokes from those who leave', async () => {
  const id = await create('Admins', { members: valuesOf(0) })
  const permissionsOf = async (index: number) => {
    const config = await t.call('config.get', { token: people[index]?.token ?? '' })
    return config.body.permissions.rewards_administrator
  }
  await t.call('scim.map_group', {
    token: team.admin.token,
    params: { id },
    body: { permission: 'rewards_administrator' },
  })
  expect([await permissionsOf(0), await permissionsOf(1)]).toEqual([true, false])
  await patch(id, { op: 'replace', path: 'members', value: valuesOf(1) })
  expect([await permissionsOf(0), await permissionsOf(1)]).toEqual([false, true])
  await scim('DELETE', `/Groups/${id}`)
  expect(await permissionsOf(1)).toBe(false)
  const { items } = (await t.call('workspace.audit', { token: team.admin.token })).body
  const grant = items.find(({ action }) => action === 'scim.revoke')
  expect(grant).toMatchObject({ actor: null, token: { name: 'Okta' } })
})

test('a member who is reactivated by hand gets what the group grants', async () => {
  const id = await create('Admins', { members: valuesOf(0) })
  const { token } = team.admin
  const body = { permission: 'rewards_administrator' } as const
  await t.call('scim.map_group', { token, params: { id }, body })
  const params = { id: idOf(0) }
  const setState = (state: 'pending' | 'deactivated') =>
    t.call('users.update', { token, params, body: { state } })
  expect((await setState('deactivated')).body.permissions.rewards_administrator).toBe(false)
  expect((await setState('pending')).body.permissions.rewards_administrator).toBe(true)
})

test('a deleted user who is created again is in no group of before', async () => {
  const id = await create('Admins', { members: valuesOf(0, 1) })
  const { token } = team.admin
  const body = { permission: 'rewards_administrator' } as const
  await t.call('scim.map_group', { token, params: { id }, body })
  await scim('DELETE', `/Users/${idOf(0)}`)
  expect(await membersOf(id)).toEqual([1])
  const email = people[0]?.email
  expect((await scim('POST', '/Users', { userName: email })).body.id).toBe(idOf(0))
  const { body: user } = await t.call('users.get', { token, params: { id: idOf(0) } })
  expect([await membersOf(id), user.permissions.rewards_administrator]).toEqual([[1], false])
})

test('lists filter by name, id and member and leave members out', async () => {
  const id = await create('Guides', { members: valuesOf(0) })
  const find = async (filter: string, more = '') =>
    (await scim('GET', `/Groups?filter=${encodeURIComponent(filter)}${more}`)).body
  for (const filter of [
    'displayName eq "guides"',
    `id eq "${id}"`,
    `members eq "${idOf(0)}"`,
    `members[value eq "${idOf(0)}"]`,
    `id eq "${id}" and members.value eq "${idOf(0)}"`,
    'not (displayName sw "Provided")',
  ])
    expect([filter, (await find(filter)).Resources]).toMatchObject([filter, [{ id }]])
  expect((await find(`members eq "${idOf(1)}"`)).totalResults).toBe(0)
  const [group] = (await find('displayName eq "Guides"', '&excludedAttributes=members')).Resources
  expect(group.members).toBeUndefined()
  expect((await find('members co "x"')).scimType).toBe('invalidFilter')
})

test('both lists of groups count only people who have not left', async () => {
  const { token } = team.admin
  const id = await create('Guides', { members: valuesOf(0, 1) })
  await t.call('users.update', { token, params: { id: idOf(1) }, body: { state: 'deactivated' } })
  const { body: group } = await t.call('groups.get', { token, params: { id } })
  const { body: page } = await t.call('scim.groups', { token })
  const listed = page.items.find((item) => item.id === id)
  expect([group.members, listed?.members]).toEqual([1, 1])
})
