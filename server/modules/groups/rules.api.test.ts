import { beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { GroupRule } from '#contract/schemas/groups.ts'
import { newId } from '#server/platform/ids.ts'
import { expectError } from '#tests/support/expect-error.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
let ada: Member
let ben: Member
beforeEach(async () => {
  team = await makeTeam(t)
  ada = await makeMember(t, team.workspace_id, { first_name: 'Ada' })
  ben = await makeMember(t, team.workspace_id, { first_name: 'Ben' })
})

const admin = () => team.admin.token
const createGroup = async (body: BodyInputOf<'groups.create'>) =>
  (await t.call('groups.create', { token: admin(), body })).body.id
const makeDepartment = (name: string, parentId: string | null = null) =>
  createGroup({ kind: 'department', name, parent_id: parentId })
const makeRule = (rule: GroupRule, name = 'Rule') => createGroup({ kind: 'team', name, rule })
const updateGroup = (id: string, body: BodyInputOf<'groups.update'>) =>
  t.call('groups.update', { token: admin(), params: { id }, body })
const change = (who: Member, body: BodyInputOf<'users.update'>) =>
  t.call('users.update', { token: admin(), params: { id: who.user_id }, body })
const place = (who: Member, organization: BodyInputOf<'users.update'>['organization']) =>
  change(who, { organization })
/** Returns the first names of the members of a group. */
const names = async (id: string) =>
  (await t.call('groups.members', { token: admin(), params: { id } })).body.items.map(
    (one) => one.first_name,
  )
const preview = (rule: GroupRule) =>
  t.call('groups.preview_rule', { token: admin(), body: { rule } })

test('people join and leave with each field of a rule', async () => {
  const [office, department] = [
    await createGroup({ kind: 'location', name: 'Berlin' }),
    await makeDepartment('Design'),
  ]
  const boss = await makeMember(t, team.workspace_id)
  const { body: attribute } = await t.call('attributes.create', {
    token: admin(),
    body: { name: 'Office days', kind: 'list', options: ['Monday', 'Friday'] },
  })
  const attributesOf = (value: string) => ({
    attributes: [{ attribute_id: attribute.id, value }],
  })
  const cases: [GroupRule[number], BodyInputOf<'users.update'>, BodyInputOf<'users.update'>][] = [
    [
      { field: 'country', values: ['PT', 'DE'] },
      { organization: { country: 'DE' } },
      { organization: { country: 'FR' } },
    ],
    [
      { field: 'cost_center', values: ['CC 1'] },
      { organization: { cost_center: 'cc 1' } },
      { organization: { cost_center: '' } },
    ],
    [{ field: 'job_title', values: ['Nurse'] }, { job_title: 'NURSE' }, { job_title: 'Nurses' }],
    [
      { field: 'manager_id', values: [boss.user_id] },
      { organization: { manager_id: boss.user_id } },
      { organization: { manager_id: null } },
    ],
    [
      { field: 'department_id', values: [department] },
      { organization: { department_id: department } },
      { organization: { department_id: null } },
    ],
    [
      { field: 'location_id', values: [office] },
      { organization: { location_id: office } },
      { organization: { location_id: null } },
    ],
    [
      { field: 'attribute', attribute_id: attribute.id, values: ['friday'] },
      { organization: attributesOf('Friday') },
      { organization: attributesOf('Monday') },
    ],
  ]
  for (const [condition, enter, leave] of cases) {
    const id = await makeRule([condition], condition.field)
    await change(ada, enter)
    expect([condition.field, await names(id)]).toEqual([condition.field, ['Ada']])
    expect((await preview([condition])).body).toEqual({ people: 1 })
    await change(ada, leave)
    expect([condition.field, await names(id)]).toEqual([condition.field, []])
  }
})

test('a person needs one value of every condition', async () => {
  const id = await makeRule([
    { field: 'country', values: ['PT', 'DE'] },
    { field: 'job_title', values: ['Nurse', 'Doctor'] },
  ])
  await change(ada, { job_title: 'Doctor', organization: { country: 'PT' } })
  await place(ben, { country: 'PT' })
  expect(await names(id)).toEqual(['Ada'])
})

test('a department of a rule includes those below it, also after a move', async () => {
  const [top, other] = [await makeDepartment('Top'), await makeDepartment('Other')]
  const below = await makeDepartment('Below', top)
  const deep = await makeDepartment('Deep', below)
  await place(ada, { department_id: deep })
  const id = await makeRule([{ field: 'department_id', values: [top] }])
  expect(await names(id)).toEqual(['Ada'])
  await updateGroup(below, { parent_id: other })
  expect(await names(id)).toEqual([])
  await updateGroup(below, { parent_id: top })
  await t.call('groups.delete', { token: admin(), params: { id: below } })
  expect(await names(id)).toEqual(['Ada'])
  await t.call('groups.add_members', {
    token: admin(),
    params: { id: top },
    body: { user_ids: [ben.user_id] },
  })
  expect(await names(id)).toEqual(['Ada', 'Ben'])
  await t.call('groups.remove_members', {
    token: admin(),
    params: { id: deep },
    body: { user_ids: [ada.user_id] },
  })
  expect(await names(id)).toEqual(['Ben'])
})

test('a changed rule replaces the members, and without one they stay', async () => {
  await place(ada, { country: 'PT' })
  await place(ben, { country: 'DE' })
  const id = await createGroup({ kind: 'custom', name: 'Country' })
  await t.call('groups.add_members', {
    token: admin(),
    params: { id },
    body: { user_ids: [ada.user_id] },
  })
  const { body } = await updateGroup(id, { rule: [{ field: 'country', values: ['DE', 'DE'] }] })
  expect(body).toMatchObject({
    managed_by: 'rule',
    members: 1,
    rule: [{ field: 'country', attribute_name: '', values: [{ value: 'DE', name: 'DE' }] }],
    abilities: { change_members: false },
  })
  expect(await names(id)).toEqual(['Ben'])
  await expectError(
    t.call('groups.add_members', {
      token: admin(),
      params: { id },
      body: { user_ids: [ada.user_id] },
    }),
    409,
    'field_managed',
    'user_ids',
  )
  await updateGroup(id, { rule: null })
  await place(ben, { country: 'PT' })
  expect(await names(id)).toEqual(['Ben'])
})

test('only administrators see the conditions of a rule', async () => {
  const boss = await makeMember(t, team.workspace_id, { first_name: 'Cleo', last_name: 'Park' })
  const id = await makeRule([{ field: 'manager_id', values: [boss.user_id] }])
  const get = async (who: Member) =>
    (await t.call('groups.get', { token: who.token, params: { id } })).body
  expect((await get(team.admin)).rule?.[0]?.values).toEqual([
    { value: boss.user_id, name: 'Cleo Park' },
  ])
  expect(await get(ada)).toMatchObject({ managed_by: 'rule', rule: null })
})

test('people who are deactivated leave, and come back with their invitation', async () => {
  const id = await makeRule([{ field: 'country', values: ['PT'] }])
  await place(ada, { country: 'PT' })
  t.clock.advance(60_000)
  await change(ada, { state: 'deactivated' })
  expect(await names(id)).toEqual([])
  t.clock.advance(60_000)
  await change(ada, { state: 'pending' })
  const rows = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('group_members').select('left_at').orderBy('joined_at').execute(),
  )
  expect(rows).toEqual([{ left_at: expect.any(Date) as Date }, { left_at: null }])
})

test('invited people and changed job titles of one’s own count', async () => {
  const id = await makeRule([{ field: 'job_title', values: ['Nurse'] }])
  const users = [{ email: 'new@rule.test', first_name: 'New', job_title: 'Nurse' }]
  await t.call('users.create', { token: admin(), body: { users } })
  await t.call('profiles.update_me', { token: ben.token, body: { job_title: 'nurse' } })
  expect(await names(id)).toEqual(['Ben', 'New'])
})

test('people of a deleted manager move to the rule of the manager above', async () => {
  const [boss, lead] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id, { first_name: 'Lea' }),
  ]
  await place(lead, { manager_id: boss.user_id })
  await place(ada, { manager_id: lead.user_id })
  const id = await makeRule([{ field: 'manager_id', values: [boss.user_id] }])
  expect(await names(id)).toEqual(['Lea'])
  await t.call('users.delete', { token: admin(), params: { id: lead.user_id } })
  expect(await names(id)).toEqual(['Ada'])
})

test('a person is in at most fifty groups, the oldest rules first', async () => {
  const max = limits.groups_per_user_max
  const at = t.clock.now()
  await t.services.db.tenant(team.workspace_id, async (trx) => {
    for (let n = 1; n < max; n += 1) {
      const group = { id: newId(at), kind: 'team' as const, name: `Team ${n}`, created_at: at }
      const { workspace_id: workspaceId } = team
      await trx
        .insertInto('groups')
        .values({ workspace_id: workspaceId, ...group })
        .execute()
      await trx
        .insertInto('group_members')
        .values({
          workspace_id: workspaceId,
          group_id: group.id,
          user_id: ada.user_id,
          kind: 'team',
          joined_at: at,
          left_at: null,
        })
        .execute()
    }
  })
  await place(ada, { country: 'PT' })
  await place(ben, { country: 'PT' })
  const rule: GroupRule = [{ field: 'country', values: ['PT'] }]
  const [first, second] = [await makeRule(rule, 'First'), await makeRule(rule, 'Second')]
  expect([await names(first), await names(second)]).toEqual([['Ada', 'Ben'], ['Ben']])
  await updateGroup(first, { rule: [{ field: 'country', values: ['DE'] }] })
  expect([await names(first), await names(second)]).toEqual([[], ['Ada', 'Ben']])
})

test('a deleted manager of a rule refuses no other change of the group', async () => {
  const boss = await makeMember(t, team.workspace_id)
  await place(ada, { manager_id: boss.user_id })
  const rule: GroupRule = [{ field: 'manager_id', values: [boss.user_id] }]
  const id = await makeRule(rule)
  await t.call('users.delete', { token: admin(), params: { id: boss.user_id } })
  expect((await preview(rule)).body).toEqual({ people: 0 })
  expect((await updateGroup(id, { name: 'Team of Ada', rule })).status).toBe(200)
  await expectError(
    t.call('groups.create', { token: admin(), body: { kind: 'team', name: 'Other', rule } }),
    422,
    'user_not_found',
    'rule.0.values',
  )
})
