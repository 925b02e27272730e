import { beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { expectError } from '#tests/support/expect-error.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { type CallInput, setupTestApp } from '#tests/support/test-app.ts'
import { listGroupMembers } from './member-queries.ts'

const t = setupTestApp()
let team: Team
let member: Member
beforeEach(async () => {
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id, { first_name: 'Ada', last_name: 'Reed' })
})

const create = (body: BodyInputOf<'groups.create'>, who = team.admin) =>
  t.call('groups.create', { token: who.token, body })
const makeGroup = async (body: BodyInputOf<'groups.create'>) => (await create(body)).body.id
const makeDepartment = (name: string, parentId: string | null = null) =>
  makeGroup({ kind: 'department', name, parent_id: parentId })
const update = (id: string, body: BodyInputOf<'groups.update'>) =>
  t.call('groups.update', { token: team.admin.token, params: { id }, body })
const get = async (id: string, who = member) =>
  (await t.call('groups.get', { token: who.token, params: { id } })).body
const add = (id: string, people: Member[], who = team.admin) =>
  t.call('groups.add_members', {
    token: who.token,
    params: { id },
    body: { user_ids: people.map((person) => person.user_id) },
  })
const remove = (id: string, people: Member[], who = team.admin) =>
  t.call('groups.remove_members', {
    token: who.token,
    params: { id },
    body: { user_ids: people.map((person) => person.user_id) },
  })
const list = async (query: CallInput['query'] = {}) =>
  (await t.call('groups.list', { token: member.token, query })).body
const members = async (id: string, query: CallInput['query'] = {}) =>
  (await t.call('groups.members', { token: member.token, params: { id }, query })).body

test('departments are listed after the one above them, before other kinds', async () => {
  const operations = await makeDepartment('Operations')
  const support = await makeDepartment('support', operations)
  await makeDepartment('Mail', support)
  await makeDepartment('Design')
  await makeGroup({ kind: 'location', name: 'Berlin' })
  await makeGroup({ kind: 'custom', name: 'Choir' })
  const { items } = await list()
  expect(items.map(({ path, name }) => [...path, name].join(' / '))).toEqual([
    'Design',
    'Operations',
    'Operations / support',
    'Operations / support / Mail',
    'Berlin',
    'Choir',
  ])
})

test('pages of groups follow each other without gaps, and a search finds parts of names', async () => {
  const above = await makeDepartment('A')
  for (const name of ['C', 'b', 'd%']) await makeDepartment(name, above)
  await makeGroup({ kind: 'team', name: 'Dolphins' })
  const first = await list({ limit: 3 })
  const rest = await list({ limit: 3, cursor: first.next_cursor ?? '' })
  expect([...first.items, ...rest.items].map(({ name }) => name)).toEqual([
    'A',
    'b',
    'C',
    'd%',
    'Dolphins',
  ])
  expect(rest.next_cursor).toBeNull()
  expect((await list({ search: 'D' })).items.map(({ name }) => name)).toEqual(['d%', 'Dolphins'])
  expect((await list({ search: '%' })).items.map(({ name }) => name)).toEqual(['d%'])
  expect((await list({ kind: 'team' })).items).toHaveLength(1)
})

test('pages of long names in other scripts follow each other', async () => {
  const longName = '部'.repeat(limits.group_name_chars_max - 1)
  let id: string | null = null
  for (let level = 1; level <= limits.group_depth_max; level += 1)
    id = await makeDepartment(`${longName}${level}`, id)
  const inner = await list({ limit: limits.group_depth_max - 1 })
  await makeGroup({ kind: 'team', name: 'Choir' })
  const outer = await list({ limit: limits.group_depth_max })
  for (const { next_cursor: cursor } of [inner, outer])
    expect((await list({ cursor: cursor ?? '' })).items).not.toHaveLength(0)
  const firstName = 'Щ'.repeat(60)
  const people = [
    await makeMember(t, team.workspace_id, { first_name: firstName, last_name: firstName }),
    await makeMember(t, team.workspace_id, { first_name: firstName, last_name: firstName }),
  ]
  const choir = (await list({ kind: 'team' })).items[0]?.id ?? ''
  await add(choir, people)
  const { next_cursor: next } = await members(choir, { limit: 1 })
  expect((await members(choir, { cursor: next ?? '' })).items).toHaveLength(1)
})

test('a department counts and lists the people below it, each with their own department', async () => {
  const operations = await makeDepartment('Operations')
  const support = await makeDepartment('Support', operations)
  await add(operations, [team.admin])
  await add(support, [member])
  expect([(await get(operations)).members, (await get(support)).members]).toEqual([2, 1])
  const { items } = await members(operations)
  const groupOf = new Map(items.map((one) => [one.id, one.group?.name ?? null]))
  expect(groupOf).toEqual(
    new Map([
      [member.user_id, 'Support'],
      [team.admin.user_id, null],
    ]),
  )
})

test('pages of members are in the order of names', async () => {
  const id = await makeGroup({ kind: 'team', name: 'Choir' })
  const [b, c] = [
    await makeMember(t, team.workspace_id, { first_name: 'Bea', last_name: 'Lind' }),
    await makeMember(t, team.workspace_id, { first_name: 'Cleo', last_name: 'Lind' }),
  ]
  await add(id, [c, b, member])
  const first = await members(id, { limit: 2 })
  const rest = await members(id, { limit: 2, cursor: first.next_cursor ?? '' })
  expect([...first.items, ...rest.items].map((one) => one.first_name)).toEqual([
    'Ada',
    'Bea',
    'Cleo',
  ])
})

test('a page in the order of names has the people of a sorted page', async () => {
  const above = await makeDepartment('Operations')
  const below = await makeDepartment('Support', above)
  const make = (first: string) =>
    makeMember(t, team.workspace_id, { first_name: first, last_name: 'Lind' })
  const people = [await make('Cleo'), await make('Bea'), await make('Dan'), await make('Ed')]
  await add(above, people.slice(0, 2))
  await add(below, [...people.slice(2), member])
  await makeMember(t, team.workspace_id, { first_name: 'Abe', last_name: 'Lind' })
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: people[3]?.user_id ?? '' },
    body: { state: 'deactivated' },
  })
  expect([(await get(above)).members, (await get(below)).members]).toEqual([4, 2])
  const page = (after: [string, string] | undefined, sortedMax: number) =>
    t.services.db.tenant(team.workspace_id, (trx) =>
      listGroupMembers(trx, team.workspace_id, above, { after, limit: 3 }, sortedMax),
    )
  const sorted = await page(undefined, 5)
  expect(sorted.map(({ sort_name: name }) => name)).toEqual(['ada reed', 'bea lind', 'cleo lind'])
  expect(await page(undefined, 4)).toEqual(sorted)
  const after: [string, string] = ['bea lind', people[1]?.user_id ?? '']
  const rest = await page(after, 5)
  expect(rest.map(({ sort_name: name }) => name)).toEqual(['cleo lind', 'dan lind'])
  expect(await page(after, 4)).toEqual(rest)
})

test('a person is in one department and one location, and in several other groups', async () => {
  const [design, sales] = [await makeDepartment('Design'), await makeDepartment('Sales')]
  const berlin = await makeGroup({ kind: 'location', name: 'Berlin' })
  const teams = [
    await makeGroup({ kind: 'team', name: 'Choir' }),
    await makeGroup({ kind: 'team', name: 'Bikes' }),
  ]
  for (const id of [design, sales, berlin, ...teams]) await add(id, [member])
  expect((await get(design)).members).toBe(0)
  const { body } = await t.call('profiles.get', {
    token: team.admin.token,
    params: { id: member.user_id },
  })
  expect(body.organization.groups.map(({ name }) => name)).toEqual([
    'Sales',
    'Berlin',
    'Bikes',
    'Choir',
  ])
})

test('a name is unique within a kind regardless of case', async () => {
  const id = await makeGroup({ kind: 'team', name: 'Choir' })
  await makeGroup({ kind: 'custom', name: 'choir' })
  await expectError(create({ kind: 'team', name: 'CHOIR' }), 422, 'not_unique', 'name')
  const other = await makeGroup({ kind: 'team', name: 'Bikes' })
  await expectError(update(other, { name: 'choir' }), 422, 'not_unique', 'name')
  expect((await update(id, { name: 'CHOIR' })).body.name).toBe('CHOIR')
})

test('a department cannot be below itself, below another kind, or too deep', async () => {
  let id = await makeDepartment('1')
  const top = id
  for (let level = 2; level <= limits.group_depth_max; level += 1)
    id = await makeDepartment(String(level), id)
  await expectError(update(top, { parent_id: id }), 422, 'group_circle', 'parent_id')
  await expectError(
    create({ kind: 'department', name: 'deeper', parent_id: id }),
    422,
    'groups_too_deep',
    'parent_id',
  )
  const other = await makeDepartment('other')
  await expectError(update(top, { parent_id: other }), 422, 'groups_too_deep', 'parent_id')
  const berlin = await makeGroup({ kind: 'location', name: 'Berlin' })
  await expectError(update(other, { parent_id: berlin }), 404, 'not_found', 'parent_id')
  await expectError(update(berlin, { parent_id: other }), 422, 'wrong_format', 'parent_id')
})

test('a deleted department moves those below it up, and keeps past memberships', async () => {
  const operations = await makeDepartment('Operations')
  const support = await makeDepartment('Support', operations)
  const mail = await makeDepartment('Mail', support)
  await add(support, [member])
  t.clock.advance(60_000)
  await t.call('groups.delete', { token: team.admin.token, params: { id: support } })
  expect((await get(mail)).path).toEqual(['Operations'])
  const rows = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('group_members').select(['group_id', 'left_at']).execute(),
  )
  expect(rows).toEqual([{ group_id: support, left_at: t.clock.now() }])
  await expectError(
    t.call('groups.get', { token: member.token, params: { id: support } }),
    404,
    'not_found',
  )
  expect((await create({ kind: 'department', name: 'Support' })).status).toBe(200)
})

test('owners of a team change its members, and of a department they do not', async () => {
  const body = { name: 'Choir', owner_ids: [member.user_id] }
  const choir = await makeGroup({ ...body, kind: 'team' })
  const department = await makeGroup({ ...body, kind: 'department' })
  expect((await get(choir)).abilities).toEqual({ edit: false, change_members: true })
  expect((await get(department)).abilities).toEqual({ edit: false, change_members: false })
  expect((await add(choir, [team.admin], member)).body.members).toBe(1)
  expect((await remove(choir, [team.admin], member)).body.members).toBe(0)
  await expectError(add(department, [member], member), 403, 'forbidden')
  const stranger = await makeMember(t, team.workspace_id)
  await expectError(add(choir, [stranger], stranger), 403, 'forbidden')
  await expectError(remove(choir, [stranger], stranger), 403, 'forbidden')
})

test('people who were deactivated or are unknown cannot join or own a group', async () => {
  const left = await makeMember(t, team.workspace_id, { state: 'deactivated' })
  const other = await makeTeam(t)
  const id = await makeGroup({ kind: 'team', name: 'Choir' })
  for (const person of [left, other.admin]) {
    await expectError(add(id, [member, person]), 422, 'user_not_found', 'user_ids')
    await expectError(
      update(id, { owner_ids: [person.user_id] }),
      422,
      'user_not_found',
      'owner_ids',
    )
  }
  expect((await get(id)).members).toBe(0)
})

test('leaving and joining again keeps both memberships', async () => {
  const id = await makeGroup({ kind: 'team', name: 'Choir' })
  await add(id, [member])
  t.clock.advance(60_000)
  await remove(id, [member])
  await add(id, [member])
  await add(id, [member])
  const rows = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('group_members').select('left_at').orderBy('joined_at').execute(),
  )
  expect(rows).toEqual([{ left_at: t.clock.now() }, { left_at: null }])
})

test('members that another system keeps cannot be changed by hand', async () => {
  const id = await makeGroup({ kind: 'team', name: 'Choir' })
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.updateTable('groups').set({ managed_by: 'scim' }).where('id', '=', id).execute(),
  )
  await expectError(add(id, [member]), 409, 'field_managed', 'user_ids')
  expect((await get(id, team.admin)).abilities.change_members).toBe(false)
})

test('the team list shows the people of a department and of those below it', async () => {
  const operations = await makeDepartment('Operations')
  const support = await makeDepartment('Support', operations)
  await add(support, [member])
  const listed = async (id: string, query: CallInput['query'] = {}) => {
    const input = { token: team.admin.token, query: { group_id: id, ...query } }
    const { body } = await t.call('users.list', input)
    return [body.items.map((one) => one.id), body.counts.accepted]
  }
  expect(await listed(operations)).toEqual([[member.user_id], 1])
  expect(await listed(support, { search: 'ada' })).toEqual([[member.user_id], 1])
  expect(await listed(await makeDepartment('Sales'))).toEqual([[], 0])
})
