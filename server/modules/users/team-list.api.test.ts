import { beforeAll, expect, test } from 'vitest'
import type { QueryInputOf } from '#contract/routes/index.ts'
import type { OrganizationInput } from '#contract/schemas/organization-record.ts'
import { dayMs } from '#contract/durations.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  makeMember,
  makePost,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'

const t = setupTestApp()
let team: Team
const people: Record<string, Member> = {}
const ago = (days: number) => new Date(t.clock.now().getTime() - days * dayMs)

async function setColumns(
  member: Member,
  columns: { invited_at?: Date; first_accepted_at?: Date },
) {
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set(columns)
      .where('workspace_id', '=', team.workspace_id)
      .where('id', '=', member.user_id)
      .execute(),
  )
}

beforeAll(async () => {
  team = await makeTeam(t)
  const add = async (name: string, options: Parameters<typeof makeMember>[2] = {}) => {
    people[name] = await makeMember(t, team.workspace_id, {
      first_name: name,
      last_name: 'Quuz',
      ...options,
    })
    return people[name]
  }
  const [ada, bo, cy, dee, ed] = [
    await add('Ada', { permissions: { rewards_administrator: true } }),
    await add('Bo'),
    await add('Cy', { state: 'pending' }),
    await add('Dee', { state: 'pending' }),
    await add('Ed', { state: 'deactivated' }),
  ]
  await addBalance(t, ada, 30)
  await addBalance(t, ed, 10)
  await makePost(t, bo, [ada], team.value_id)
  await setColumns(cy, { invited_at: ago(8) })
  await setColumns(dee, { invited_at: ago(2) })
  await setColumns(ada, { first_accepted_at: ago(5) })
  await setColumns(bo, { first_accepted_at: ago(9) })
  await setColumns(ed, { first_accepted_at: ago(20) })
  await t.services.db.global
    .updateTable('sessions')
    .set({ seen_at: ago(3) })
    .where('user_id', '=', ada.user_id)
    .execute()
  for (const member of [ed, cy, dee])
    await t.services.db.global
      .deleteFrom('sessions')
      .where('user_id', '=', member.user_id)
      .execute()
})

type Query = QueryInputOf<'users.list'>
const list = async (query: Query) => {
  const { body } = await t.call('users.list', {
    token: team.admin.token,
    query: { search: 'quuz', ...query } as Record<string, string>,
  })
  return body
}
const names = async (query: Query) => (await list(query)).items.map((user) => user.first_name)

test.each([
  ['name', ['Ada', 'Bo', 'Cy', 'Dee', 'Ed']],
  ['state', ['Cy', 'Dee', 'Ada', 'Bo', 'Ed']],
  ['balance', ['Cy', 'Dee', 'Ed', 'Ada']],
  ['given', ['Ada', 'Cy', 'Dee', 'Ed', 'Bo']],
  ['last_active', ['Cy', 'Dee', 'Ed', 'Ada', 'Bo']],
  ['invited', ['Ada', 'Bo', 'Ed', 'Cy', 'Dee']],
  ['joined', ['Cy', 'Dee', 'Ed', 'Bo', 'Ada']],
] as const)('the team is sorted by %s', async (sort, expected) => {
  const sorted = await names({ sort })
  expect(sorted.filter((name) => (expected as readonly string[]).includes(name))).toEqual(expected)
})

test('texts sort without case, and people without one are last in both orders', async () => {
  const { token } = team.admin
  const group = async (kind: 'department' | 'location', name: string) =>
    (await t.call('groups.create', { token, body: { kind, name } })).body.id
  const [sales, design] = [await group('department', 'sales'), await group('department', 'Design')]
  const office = await group('location', 'Porto')
  const place = async (name: string, job_title: string, organization: OrganizationInput) => {
    const params = { id: people[name]?.user_id ?? '' }
    await t.call('users.update', { token, params, body: { job_title, organization } })
  }
  await place('Ada', 'zoologist', { department_id: sales, location_id: office })
  await place('Bo', 'Analyst', {
    department_id: design,
    manager_id: people['Ada']?.user_id ?? null,
  })
  for (const [sort, expected] of [
    ['title', ['Bo', 'Ada', 'Cy', 'Dee', 'Ed']],
    ['department', ['Bo', 'Ada', 'Cy', 'Dee', 'Ed']],
    ['location', ['Ada', 'Bo', 'Cy', 'Dee', 'Ed']],
    ['manager', ['Bo', 'Ada', 'Cy', 'Dee', 'Ed']],
  ] as const)
    expect([sort, await names({ sort })]).toEqual([sort, expected])
  expect(await names({ sort: 'title', order: 'desc' })).toEqual(['Ada', 'Bo', 'Cy', 'Dee', 'Ed'])
  const emails = (await list({ sort: 'email' })).items.map((user) => user.email)
  expect(emails).toEqual(emails.toSorted())
})

test.each([
  'state',
  'name',
  'email',
  'title',
  'department',
  'location',
  'manager',
  'balance',
  'given',
  'last_active',
  'invited',
  'joined',
] as const)('pages by %s in both directions contain each member once', async (sort) => {
  for (const order of ['asc', 'desc'] as const) {
    const whole = (await list({ sort, order })).items.map((user) => user.id)
    const walked: string[] = []
    let cursor: string | undefined
    do {
      const page = await list({ sort, order, limit: 2, ...(cursor ? { cursor } : {}) })
      walked.push(...page.items.map((user) => user.id))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    expect(walked).toEqual(whole)
  }
})

test('rows with equal sort keys are ordered by name', async () => {
  expect((await names({ sort: 'balance', order: 'asc' })).slice(0, 3)).toEqual(['Bo', 'Cy', 'Dee'])
  expect((await names({ sort: 'balance', order: 'desc' })).slice(-3)).toEqual(['Bo', 'Cy', 'Dee'])
})

test('each row has points given, last active day and joining date', async () => {
  const { items } = await list({ sort: 'name' })
  const shown = items.map((user) => [
    user.first_name,
    user.given_30_days > 0,
    user.last_active_on,
    user.joined_at?.slice(0, 10) ?? null,
  ])
  const day = (days: number) => ago(days).toISOString().slice(0, 10)
  expect(shown).toEqual([
    ['Ada', false, day(3), day(5)],
    ['Bo', true, day(0), day(9)],
    ['Cy', false, null, null],
    ['Dee', false, null, null],
    ['Ed', false, null, day(20)],
  ])
})

test.each([
  [{ permission: 'any' }, ['Ada']],
  [{ permission: 'billing_administrator' }, []],
  [{ invited: 'long_ago' }, ['Cy']],
  [{ activity: 'never' }, ['Cy', 'Dee']],
  [{ state: 'accepted' }, ['Ada', 'Bo']],
  [{ state: 'deactivated', activity: 'never' }, []],
] as const)('the filter %j returns its members', async (filter, expected) => {
  expect(await names({ sort: 'name', ...filter })).toEqual(expected)
  const { body } = await t.call('users.ids', {
    token: team.admin.token,
    query: { search: 'quuz', sort: 'name', ...filter } as Record<string, string>,
  })
  expect(body.ids).toEqual(expected.map((name) => people[name]?.user_id))
})

test('counts by state follow search and filters, but not the state', async () => {
  expect((await list({ state: 'accepted' })).counts).toEqual({
    pending: 2,
    accepted: 2,
    deactivated: 1,
  })
  expect((await list({ search: 'cy' })).counts).toEqual({ pending: 1, accepted: 0, deactivated: 0 })
  expect((await list({ activity: 'never' })).counts).toEqual({
    pending: 2,
    accepted: 0,
    deactivated: 0,
  })
})

test('a cursor of another sort is malformed', async () => {
  const { next_cursor: cursor } = await list({ sort: 'name', limit: 1 })
  const { status } = await t.call('users.list', {
    token: team.admin.token,
    query: { sort: 'balance', cursor: cursor ?? '' },
  })
  expect(status).toBe(400)
})

test('the list of ids is refused to members and omits other teams', async () => {
  const bo = people['Bo']
  expect((await t.call('users.ids', { token: bo?.token ?? '' })).status).toBe(403)
  const other = await makeTeam(t)
  expect((await t.call('users.ids', { token: other.admin.token })).body.ids).toEqual([
    other.admin.user_id,
  ])
})

test('a search finds names whose accents are characters of their own', async () => {
  const { workspace_id: workspaceId, admin } = await makeTeam(t)
  const { token } = admin
  const { user_id: id } = await makeMember(t, workspaceId)
  const body = {
    first_name: 'Jose\u0301',
    last_name: 'Nu\u0301n\u0303ez',
    job_title: 'Te\u0301cnico',
  }
  expect((await t.call('users.update', { token, params: { id }, body })).status).toBe(200)
  for (const search of ['jos\u00e9', 'Jose\u0301', 'n\u00fa\u00f1', 'NU\u0301N\u0303']) {
    const found = await t.call('users.list', { token, query: { search } })
    expect(found.body.items.map((user) => user.name)).toEqual(['Jos\u00e9 N\u00fa\u00f1ez'])
    expect((await t.call('people.list', { token, query: { search } })).body).toHaveLength(1)
  }
  const addGroup = (name: string) =>
    t.call('groups.create', { token, body: { kind: 'team', name } })
  expect((await addGroup('Cafe\u0301')).status).toBe(200)
  expect((await addGroup('Caf\u00e9')).codes).toEqual(['not_unique'])
})

test('a search in lower case of JavaScript finds the Turkish dotted I', async () => {
  const { workspace_id: workspaceId, admin } = await makeTeam(t)
  await makeMember(t, workspaceId, { first_name: '\u0130brahim' })
  for (const search of ['\u0130b', '\u0130b'.toLowerCase(), 'ib']) {
    const input = { token: admin.token, query: { search } }
    expect((await t.call('people.list', input)).body).toHaveLength(1)
    expect((await t.call('users.list', input)).body.items).toHaveLength(1)
  }
})
