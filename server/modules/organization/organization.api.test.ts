import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { OrganizationInput } from '#contract/schemas/organization-record.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { type CallInput, type CallResult, setupTestApp } from '#tests/support/test-app.ts'
import type { RouteName } from '#contract/routes/index.ts'

const t = setupTestApp()
let team: Team
const people: Member[] = []
beforeEach(async () => {
  t.clock.set(new Date('2026-06-10T12:00:00Z'))
  team = await makeTeam(t)
  people.length = 0
})
const person = async (name: string) => {
  const member = await makeMember(t, team.workspace_id, { first_name: name, last_name: 'Reed' })
  people.push(member)
  return member
}
const place = (who: Member, organization: OrganizationInput, by = team.admin) =>
  t.call('users.update', { token: by.token, params: { id: who.user_id }, body: { organization } })
const setManager = (who: Member, manager: Member | null) =>
  place(who, { manager_id: manager?.user_id ?? null })
const chart = async (who?: Member, query: CallInput['query'] = {}) =>
  (
    await t.call('organization.chart', {
      token: team.admin.token,
      query: { ...(who ? { user_id: who.user_id } : {}), ...query },
    })
  ).body
const ownTeam = async (who: Member, query: CallInput['query'] = {}) =>
  (await t.call('organization.team', { token: who.token, query })).body
const summary = async (who: Member, scope: 'direct' | 'all' = 'direct') =>
  (await t.call('organization.team_summary', { token: who.token, query: { scope } })).body
const names = (items: { first_name: string }[]) => items.map((one) => one.first_name)

/** Makes a manager with this number of people who report to them. */
async function makeManager(reports: number) {
  const boss = await person('Boss')
  const below: Member[] = []
  for (let number = 1; number <= reports; number += 1) {
    const member = await person(`Report${number}`)
    await setManager(member, boss)
    below.push(member)
  }
  return { boss, below }
}

/** Checks the status, the code and the field of an error. */
async function expectError(
  answer: Promise<Pick<CallResult<RouteName>, 'status' | 'errors'>>,
  status: number,
  code: string,
  field?: string,
): Promise<void> {
  const { status: actual, errors } = await answer
  expect([actual, errors[0]?.code, errors[0]?.field]).toEqual([status, code, field])
}

test('an administrator places a person in the organization', async () => {
  const [boss, member] = [await person('Boss'), await person('Ada')]
  const department = await t.call('groups.create', {
    token: team.admin.token,
    body: { kind: 'department', name: 'Operations' },
  })
  const { status, body } = await place(member, {
    manager_id: boss.user_id,
    department_id: department.body.id,
    country: 'DE',
    timezone: 'Europe/Berlin',
    employee_number: 'E-17',
    cost_center: 'CC 4',
  })
  expect(status).toBe(200)
  expect(body.organization).toEqual({
    manager: { id: boss.user_id, name: 'Boss Reed', avatar: { url: null } },
    groups: [{ id: department.body.id, kind: 'department', name: 'Operations' }],
    country: 'DE',
    timezone: 'Europe/Berlin',
    employee_number: 'E-17',
    cost_center: 'CC 4',
    away: null,
    managed_fields: [],
    attributes: [],
  })
  const seen = await t.call('profiles.get', { token: boss.token, params: { id: member.user_id } })
  expect(Object.keys(seen.body.organization).toSorted()).toEqual([
    'attributes',
    'country',
    'groups',
    'manager',
    'timezone',
  ])
})

test('a person cannot report to themselves or to someone below them', async () => {
  const [a, b, c] = [await person('A'), await person('B'), await person('C')]
  await setManager(b, a)
  await setManager(c, b)
  for (const manager of [a, b, c])
    await expectError(setManager(a, manager), 422, 'manager_circle', 'organization.manager_id')
  expect((await setManager(a, null)).status).toBe(200)
})

test('two administrators cannot close a circle at once', async () => {
  const other = await makeMember(t, team.workspace_id, {
    permissions: { account_administrator: true },
  })
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = [await person(`A${round}`), await person(`B${round}`)]
    const answers = await Promise.all([
      place(a, { manager_id: b.user_id }),
      place(b, { manager_id: a.user_id }, other),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  }
})

test('the chain of managers has a longest length', async () => {
  let above = await person('Top')
  const top = above
  for (let level = 1; level <= limits.manager_depth_max; level += 1) {
    const below = await person(`Level${level}`)
    expect((await setManager(below, above)).status).toBe(200)
    above = below
  }
  const last = await person('Last')
  await expectError(setManager(last, above), 422, 'managers_too_deep', 'organization.manager_id')
  await expectError(setManager(top, last), 422, 'managers_too_deep', 'organization.manager_id')
})

test('unknown, deactivated and foreign managers and groups are refused', async () => {
  const member = await person('Ada')
  const left = await makeMember(t, team.workspace_id, { state: 'deactivated' })
  const other = await makeTeam(t)
  for (const manager of [left, other.admin])
    await expectError(setManager(member, manager), 422, 'user_not_found', 'organization.manager_id')
  const berlin = await t.call('groups.create', {
    token: team.admin.token,
    body: { kind: 'location', name: 'Berlin' },
  })
  const foreign = await t.call('groups.create', {
    token: other.admin.token,
    body: { kind: 'department', name: 'Foreign' },
  })
  for (const id of [berlin.body.id, foreign.body.id])
    await expectError(
      place(member, { department_id: id }),
      404,
      'not_found',
      'organization.department_id',
    )
})

test.each([
  ['e-1', 'E-1'],
  // PostgreSQL and JavaScript have other lower cases of these.
  ['ΑΣ', 'ΑΣ'],
  ['İ-1', 'İ-1'],
])('an employee number is unique regardless of case: %s, %s', async (first, second) => {
  const [a, b] = [await person('A'), await person('B')]
  await place(a, { employee_number: first })
  const field = 'organization.employee_number'
  await expectError(place(b, { employee_number: second }), 422, 'not_unique', field)
  expect((await place(a, { employee_number: second })).status).toBe(200)
  expect((await place(b, { employee_number: '' })).status).toBe(200)
})

test('refuses a country that does not exist', async () => {
  const member = await person('Ada')
  for (const country of ['XX', 'EU', 'de'])
    await expectError(place(member, { country }), 422, 'wrong_format', 'organization.country')
})

test('a field of another system cannot be changed by hand', async () => {
  const member = await person('Ada')
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ field_sources: JSON.stringify({ cost_center: 'scim', country: 'import' }) })
      .where('id', '=', member.user_id)
      .execute(),
  )
  const field = 'organization.cost_center'
  await expectError(place(member, { cost_center: 'X' }), 409, 'field_managed', field)
  const { body } = await place(member, { country: 'FR', cost_center: '' })
  expect(body.organization).toMatchObject({ country: 'FR', managed_fields: ['cost_center'] })
})

test('several people get a manager at once, each with their own outcome', async () => {
  const [a, b, c] = [await person('A'), await person('B'), await person('C')]
  await setManager(a, b)
  const { body } = await t.call('users.update_many', {
    token: team.admin.token,
    body: { ids: [b.user_id, c.user_id], organization: { manager_id: a.user_id } },
  })
  expect(body.results).toEqual([
    { id: b.user_id, outcome: 'refused', code: 'manager_circle' },
    { id: c.user_id, outcome: 'done', code: null },
  ])
})

test('the chart shows the managers above a person and their reports', async () => {
  const [a, b, c, d] = [await person('A'), await person('B'), await person('C'), await person('D')]
  await setManager(b, a)
  await setManager(c, b)
  await setManager(d, b)
  const top = await chart()
  expect(names(top.reports.items)).toEqual(['A'])
  const middle = await chart(b)
  expect([names(middle.managers), middle.person?.first_name]).toEqual([['A'], 'B'])
  expect(middle.reports.items.map((one) => [one.first_name, one.reports])).toEqual([
    ['C', 0],
    ['D', 0],
  ])
  expect(names((await chart(d)).managers)).toEqual(['A', 'B'])
  const first = await chart(b, { limit: 1 })
  expect(
    names((await chart(b, { limit: 1, cursor: first.reports.next_cursor ?? '' })).reports.items),
  ).toEqual(['D'])
})

test('people below a deactivated manager stay in the chart', async () => {
  const [a, b, c] = [await person('A'), await person('B'), await person('C')]
  await setManager(b, a)
  await setManager(c, b)
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: a.user_id },
    body: { state: 'deactivated' },
  })
  expect(names((await chart()).reports.items)).toEqual(['B'])
})

test('those who reported to a deleted person report to the next manager', async () => {
  const [a, b, c] = [await person('A'), await person('B'), await person('C')]
  await setManager(b, a)
  await setManager(c, b)
  await t.call('users.delete', { token: team.admin.token, params: { id: b.user_id } })
  expect(names((await chart(a)).reports.items)).toEqual(['C'])
})

test('a manager sees their team with the day of the last public thanks', async () => {
  const { boss, below } = await makeManager(2)
  const [first] = below as [Member, Member]
  const lower = await person('Lower')
  await setManager(lower, first)
  await makePost(t, team.admin, [first], team.value_id)
  await makePost(t, team.admin, [lower], team.value_id, 10, { private: true })
  const direct = await ownTeam(boss)
  expect(direct).toMatchObject({ total: 2, unthanked: 1 })
  expect(direct.items.map((one) => [one.first_name, one.last_thanked_on, one.reports])).toEqual([
    ['Report1', '2026-06-10', 1],
    ['Report2', null, 0],
  ])
  const all = await ownTeam(boss, { scope: 'all', unthanked: 'true' })
  expect(all).toMatchObject({ total: 3, unthanked: 2 })
  expect(names(all.items)).toEqual(['Lower', 'Report2'])
  expect(await ownTeam(lower, { scope: 'all' })).toMatchObject({ items: [], total: 0 })
})

test('thanks of more than 30 days ago do not count', async () => {
  const { boss, below } = await makeManager(1)
  t.clock.advance(-29 * dayMs)
  await makePost(t, team.admin, below, team.value_id)
  t.clock.advance(29 * dayMs)
  expect((await ownTeam(boss)).unthanked).toBe(0)
  t.clock.advance(dayMs)
  expect(await ownTeam(boss)).toMatchObject({
    unthanked: 1,
    items: [{ last_thanked_on: '2026-05-12' }],
  })
})

test('small teams have no values, also as the difference of two teams', async () => {
  const { boss, below } = await makeManager(5)
  const [first] = below as [Member]
  await makePost(t, team.admin, [first], team.value_id)
  await makePost(t, team.admin, [first], team.value_id, 10, { private: true })
  expect((await summary(boss)).values).toMatchObject([{ id: team.value_id, posts: 1 }])
  expect((await summary(boss, 'all')).values).toMatchObject([{ posts: 1 }])
  const lower = await person('Lower')
  await setManager(lower, first)
  expect((await summary(boss, 'all')).values).toEqual([])
  expect((await summary(first)).values).toEqual([])
})

test('a manager sees coming dates of their own people only', async () => {
  const { boss, below } = await makeManager(1)
  for (const who of [...below, await person('Other')])
    await t.call('profiles.update_me', {
      token: who.token,
      body: { birth_date: '1990-06-12', birthday_visibility: 'everyone' },
    })
  const { dates } = await summary(boss)
  expect(dates.map(({ user, date }) => [user.first_name, date])).toEqual([
    ['Report1', '2026-06-12'],
  ])
})

test('the configuration says whether people report to the reader', async () => {
  const { boss, below } = await makeManager(1)
  const [report] = below as [Member]
  const hasReports = async (who: Member) =>
    (await t.call('config.get', { token: who.token })).body.has_reports
  expect([await hasReports(boss), await hasReports(report)]).toEqual([true, false])
})
