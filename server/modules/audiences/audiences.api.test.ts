import { beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

type AudienceBody = BodyInputOf<'audiences.preview'>['audience']
const t = setupTestApp()
let team: Team
let [ada, bob, cleo]: Member[] = []
const names = () =>
  new Map([
    [team.admin.user_id, 'admin'],
    [ada?.user_id, 'ada'],
    [bob?.user_id, 'bob'],
    [cleo?.user_id, 'cleo'],
  ])

beforeEach(async () => {
  team = await makeTeam(t)
  const add = (name: string) =>
    makeMember(t, team.workspace_id, { first_name: name, last_name: 'Lind' })
  ;[ada, bob, cleo] = [await add('Ada'), await add('Bob'), await add('Cleo')]
})

const adaAndBob = () => ({ user_ids: [idOf(ada), idOf(bob)] })
type ChangeReply = { status: number; errors: { code: string; field?: string | undefined }[] }
const customDay = { name: 'Day', date: '2015-09-09', yearly: true, text: 'Thank you!' }

const preview = (audience: AudienceBody) =>
  t.call('audiences.preview', { token: team.admin.token, body: { audience } })
/** Returns the names of the people of an audience. */
async function membersOf(audience: AudienceBody): Promise<string[]> {
  const { body } = await preview(audience)
  const found = body.people.map(({ id }) => names().get(id) ?? '')
  expect(body.count).toBe(found.length)
  return found.toSorted((a, b) => a.localeCompare(b))
}
const idOf = (person: Member | undefined) => person?.user_id ?? ''
const changePerson = (person: Member | undefined, body: BodyInputOf<'users.update'>) =>
  t.call('users.update', { token: team.admin.token, params: { id: idOf(person) }, body })
async function makeGroup(
  fields: Partial<BodyInputOf<'groups.create'>>,
  members: (Member | undefined)[] = [],
): Promise<string> {
  const { token } = team.admin
  const body = { kind: 'department' as const, name: 'Operations', ...fields }
  const { id } = (await t.call('groups.create', { token, body })).body
  if (members.length)
    await t.call('groups.add_members', {
      token,
      params: { id },
      body: { user_ids: members.map(idOf) },
    })
  return id
}

test('an audience without conditions includes everyone', async () => {
  expect(await membersOf({})).toEqual(['ada', 'admin', 'bob', 'cleo'])
})

test('a department includes people of the departments below it', async () => {
  const operations = await makeGroup({}, [ada])
  await makeGroup({ name: 'Support', parent_id: operations }, [bob])
  expect(await membersOf({ group_ids: [operations] })).toEqual(['ada', 'bob'])
  expect(await membersOf({ excluded_group_ids: [operations] })).toEqual(['admin', 'cleo'])
})

test('people must meet all conditions, and named people none', async () => {
  const operations = await makeGroup({}, [ada, bob])
  await changePerson(ada, { organization: { country: 'DE' } })
  await changePerson(cleo, { organization: { country: 'DE' } })
  const audience = { group_ids: [operations], countries: ['DE'] }
  expect(await membersOf(audience)).toEqual(['ada'])
  expect(await membersOf({ ...audience, user_ids: [idOf(cleo)] })).toEqual(['ada', 'cleo'])
})

test('managers are people with reports and owners of a group', async () => {
  await changePerson(bob, { organization: { manager_id: idOf(ada) } })
  await makeGroup({ kind: 'team', name: 'Choir', owner_ids: [idOf(cleo)] })
  expect(await membersOf({ managers_only: true })).toEqual(['ada', 'cleo'])
})

test('tenure counts full months since the first day at work', async () => {
  // The clock of the tests is in 2026-03.
  const today = t.clock.now().toISOString().slice(0, 10)
  const day = (months: number, days = 0) =>
    Temporal.PlainDate.from(today).subtract({ months }).add({ days }).toString()
  await changePerson(ada, { hire_date: day(12) })
  await changePerson(bob, { hire_date: day(12, 1) })
  expect(await membersOf({ tenure_months_from: 12 })).toEqual(['ada'])
  expect(await membersOf({ tenure_months_to: 12 })).toEqual(['bob'])
  expect(await membersOf({ tenure_months_from: 11, tenure_months_to: 13 })).toEqual(['ada', 'bob'])
})

test('a preview counts everyone and lists the first people by name', async () => {
  for (let n = 0; n < limits.audience_people_shown; n += 1)
    await makeMember(t, team.workspace_id, { first_name: `Zoe ${n}`, last_name: 'Lind' })
  const { body } = await preview({})
  expect([body.count, body.people.length]).toEqual([
    limits.audience_people_shown + 4,
    limits.audience_people_shown,
  ])
})

test('unknown groups and people are refused', async () => {
  const other = await makeTeam(t)
  const codes = async (audience: AudienceBody) =>
    (await preview(audience)).errors.map(({ code, field }) => [code, field])
  expect(await codes({ group_ids: [other.admin.user_id] })).toEqual([
    ['not_found', 'audience.group_ids'],
  ])
  expect(await codes({ user_ids: [other.admin.user_id] })).toEqual([
    ['user_not_found', 'audience.user_ids'],
  ])
})

/** Creates something with an audience of Ada and Bob. Returns a call that changes its audience. */
const holders: [string, () => Promise<(audience: AudienceBody) => Promise<ChangeReply>>][] = [
  [
    'an allowance rule',
    async () => {
      const { token } = team.admin
      const { body } = await t.call('allowance_rules.create', {
        token,
        body: { name: 'Two', audience: adaAndBob(), limit: 10 },
      })
      return (audience) =>
        t.call('allowance_rules.update', { token, params: { id: body.id }, body: { audience } })
    },
  ],
  [
    'a celebration',
    async () => {
      const change = (audience: AudienceBody) =>
        t.call('celebrations.update', {
          token: team.admin.token,
          params: { kind: 'birthday' },
          body: { audience },
        })
      await change(adaAndBob())
      return change
    },
  ],
  [
    'a custom day',
    async () => {
      const { token } = team.admin
      const { body } = await t.call('custom_days.create', {
        token,
        body: { ...customDay, audience: adaAndBob() },
      })
      return (audience) =>
        t.call('custom_days.update', { token, params: { id: body.id }, body: { audience } })
    },
  ],
  [
    'a reward',
    async () => {
      const { token } = team.admin
      const { body } = await t.call('rewards.create', {
        token,
        body: { title: 'Tea', price: 5, audience: adaAndBob() },
      })
      return (audience) =>
        t.call('rewards.update', { token, params: { id: body.id }, body: { audience } })
    },
  ],
]

test.each(holders)('people of %s who have left refuse no change', async (_name, make) => {
  const change = await make()
  await changePerson(bob, { state: 'deactivated' })
  expect((await change(adaAndBob())).status).toBe(200)
  const { user_ids: ids } = adaAndBob()
  expect((await change({ user_ids: [...ids, idOf(cleo)] })).status).toBe(200)
  await change({ user_ids: [idOf(ada)] })
  expect((await change(adaAndBob())).errors[0]).toMatchObject({
    code: 'user_not_found',
    field: 'audience.user_ids',
  })
})

test('a preview counts the others when someone named has left', async () => {
  await changePerson(bob, { state: 'deactivated' })
  await t.call('users.delete', { token: team.admin.token, params: { id: idOf(cleo) } })
  expect(await membersOf({ user_ids: [idOf(ada), idOf(bob), idOf(cleo)] })).toEqual(['ada'])
})
