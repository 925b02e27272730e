import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import { newId } from '#server/platform/ids.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from '#tests/support/factories.ts'

const t = setupTestApp(() => ({ at: new Date('2026-03-02T12:00:00Z') }))
let team: Team
beforeEach(async () => {
  t.clock.set(new Date('2026-03-02T12:00:00Z'))
  team = await makeTeam(t, { limit: null })
})

let names = 0
const makePeople = (count: number, state: 'accepted' | 'pending' = 'accepted') =>
  Promise.all(Array.from({ length: count }, () => makeMember(t, team.workspace_id, { state })))
async function makeGroup(
  people: Member[],
  { kind = 'department', parent = null }: { kind?: GroupKind; parent?: string | null } = {},
) {
  const { token } = team.admin
  const body = { kind, name: `Group ${(names += 1)}`, parent_id: parent }
  const { id } = (await t.call('groups.create', { token, body })).body
  if (people.length) await change('groups.add_members', id, people)
  return id
}
const change = (
  name: 'groups.add_members' | 'groups.remove_members',
  id: string,
  people: Member[],
) =>
  t.call(name, {
    token: team.admin.token,
    params: { id },
    body: { user_ids: people.map((one) => one.user_id) },
  })
/** Returns the code with which the figures of a group are refused; 'shown' if they are not. */
async function codeOf(id: string, days: { from?: string; to?: string } = {}): Promise<string> {
  const { status, errors } = await t.call('leaderboards.statistics', {
    token: team.admin.token,
    query: { group_id: id, ...days },
  })
  return status === 200 ? 'shown' : (errors[0]?.code ?? '')
}
const codesOf = async (ids: string[]) => {
  const codes: string[] = []
  for (const id of ids) codes.push(await codeOf(id))
  return codes
}
const small = 'group_too_small'

test('an unknown, deleted or foreign group is not found', async () => {
  const deleted = await makeGroup(await makePeople(6))
  await t.call('groups.delete', { token: team.admin.token, params: { id: deleted } })
  const own = team
  team = await makeTeam(t)
  const foreign = await makeGroup(await makePeople(6))
  team = own
  const { token } = team.admin
  for (const id of [newId(t.clock.now()), deleted, foreign]) {
    const query = { group_id: id }
    const answers = [
      await t.call('leaderboards.list', { token, query }),
      await t.call('leaderboards.statistics', { token, query }),
      await t.call('leaderboards.values', { token, query }),
      await t.call('leaderboards.value_trends', { token, query }),
      await t.call('leaderboards.unthanked', { token, query }),
      await t.call('leaderboards.csv', { token, query: { ...query, tile: 'figures' } }),
    ]
    expect(answers.map((one) => [one.status, one.errors[0]?.code])).toEqual(
      answers.map(() => [404, 'not_found']),
    )
  }
})

test('every call refuses a group with fewer than five accepted people', async () => {
  await makePeople(6)
  const people = [...(await makePeople(4)), ...(await makePeople(3, 'pending'))]
  const id = await makeGroup(people)
  const { token } = team.admin
  const query = { group_id: id }
  const answers = [
    await t.call('leaderboards.list', { token, query }),
    await t.call('leaderboards.list', { token: (people[0] as Member).token, query }),
    await t.call('leaderboards.statistics', { token, query }),
    await t.call('leaderboards.values', { token, query: { ...query, period: 'all' } }),
    await t.call('leaderboards.value_trends', { token, query }),
    await t.call('leaderboards.unthanked', { token, query }),
    await t.call('leaderboards.csv', { token, query: { ...query, tile: 'unthanked' } }),
  ]
  expect(answers.map((one) => [one.status, one.errors[0]?.code])).toEqual(
    answers.map(() => [422, small]),
  )
  await change('groups.add_members', id, await makePeople(1))
  expect(await codeOf(id)).toBe('shown')
})

test('a range with fewer than five people is refused', async () => {
  await makePeople(6)
  const [first, ...others] = await makePeople(6)
  const id = await makeGroup([first as Member])
  t.clock.advance(5 * dayMs)
  await change('groups.add_members', id, others)
  expect(await codeOf(id, { from: '2026-03-02', to: '2026-03-06' })).toBe(small)
  expect(await codeOf(id, { from: '2026-02-02', to: '2026-02-06' })).toBe(small)
  expect(await codeOf(id, { from: '2026-03-02', to: '2026-03-07' })).toBe('shown')
})

test('days with fewer than five people count nothing', async () => {
  await makePeople(6)
  const [first, ...others] = (await makePeople(6)) as [Member, ...Member[]]
  const id = await makeGroup([first])
  await makePost(t, first, [team.admin], team.value_id, 9)
  t.clock.advance(5 * dayMs)
  await change('groups.add_members', id, others)
  await makePost(t, first, [team.admin], team.value_id, 2)
  const figures = async (from: string) =>
    (
      await t.call('leaderboards.statistics', {
        token: team.admin.token,
        query: { group_id: id, from, to: '2026-03-07' },
      })
    ).body.points_granted
  // A longer range minus a shorter one would be the points of one person.
  expect(await figures('2026-03-01')).toEqual({ now: 2, before: 0 })
  expect(await figures('2026-03-07')).toEqual({ now: 2, before: 0 })
})

test('the team minus a group is nobody or at least five people', async () => {
  // With the administrator 12 people.
  const people = await makePeople(11)
  const most = await makeGroup(people.slice(0, 8), { kind: 'team' })
  expect(await codeOf(most)).toBe(small)
  await change('groups.remove_members', most, people.slice(7, 8))
  expect(await codeOf(most)).toBe('shown')
  const everyone = await makeGroup([...people, team.admin], { kind: 'custom' })
  expect(await codeOf(everyone)).toBe('shown')
})

test('a group of any kind minus a group within it is nobody or at least five people', async () => {
  const people = await makePeople(20)
  const inner = await makeGroup(people.slice(0, 6), { kind: 'location' })
  expect(await codeOf(inner)).toBe('shown')
  const same = await makeGroup(people.slice(0, 6), { kind: 'team' })
  expect(await codesOf([inner, same])).toEqual(['shown', 'shown'])
  const larger = await makeGroup(people.slice(0, 7), { kind: 'custom' })
  expect(await codesOf([inner, same, larger])).toEqual([small, small, 'shown'])
  // It has one person less, so it does not contain the group.
  await change('groups.remove_members', larger, people.slice(5, 6))
  expect(await codesOf([inner, same, larger])).toEqual(['shown', 'shown', 'shown'])
})

test('a department minus those within it is nobody or at least five people', async () => {
  const people = await makePeople(40)
  const parent = await makeGroup(people.slice(0, 2))
  const [a, b] = [
    await makeGroup(people.slice(2, 12), { parent }),
    await makeGroup(people.slice(12, 20), { parent }),
  ]
  // Two people are in the department itself.
  expect(await codesOf([parent, a, b])).toEqual(['shown', 'shown', small])
  await change('groups.add_members', parent, people.slice(20, 23))
  expect(await codesOf([parent, a, b])).toEqual(['shown', 'shown', 'shown'])
  await change('groups.remove_members', parent, people.slice(0, 5))
  await change('groups.remove_members', parent, people.slice(20, 23))
  expect(await codesOf([parent, a, b])).toEqual(['shown', 'shown', 'shown'])
})

test('the departments beside a small one do not reveal it', async () => {
  const people = await makePeople(40)
  const parent = await makeGroup([])
  const [a, b, c] = [
    await makeGroup(people.slice(0, 10), { parent }),
    await makeGroup(people.slice(10, 17), { parent }),
    await makeGroup(people.slice(17, 20), { parent }),
  ]
  expect(await codesOf([parent, a, b, c])).toEqual(['shown', 'shown', small, small])
  await change('groups.add_members', c, people.slice(20, 22))
  expect(await codesOf([parent, a, b, c])).toEqual(['shown', 'shown', 'shown', 'shown'])
})

test('departments within a protected one count beside its siblings', async () => {
  const people = await makePeople(31)
  const divided = await makeGroup([])
  const [a, b] = [
    await makeGroup(people.slice(0, 5), { parent: divided }),
    await makeGroup(people.slice(5, 11), { parent: divided }),
  ]
  const other = await makeGroup(people.slice(11, 29))
  // The administrator and two more people are in no department.
  expect(await codesOf([divided, a, b, other])).toEqual([small, small, 'shown', 'shown'])
})

test('the team minus all locations is nobody or at least five people', async () => {
  const people = await makePeople(17)
  const [a, b] = [
    await makeGroup(people.slice(0, 8), { kind: 'location' }),
    await makeGroup(people.slice(8, 15), { kind: 'location' }),
  ]
  expect(await codesOf([a, b])).toEqual(['shown', small])
  await makePeople(2)
  expect(await codesOf([a, b])).toEqual(['shown', 'shown'])
})

test('groups are compared on the days of the range too', async () => {
  const people = await makePeople(30)
  const larger = await makeGroup(people.slice(0, 7), { kind: 'team' })
  const inner = await makeGroup(people.slice(0, 6), { kind: 'custom' })
  t.clock.advance(3 * dayMs)
  await change('groups.add_members', larger, people.slice(7, 15))
  t.clock.advance(3 * dayMs)
  expect(await codeOf(inner, { from: '2026-03-05', to: '2026-03-08' })).toBe('shown')
  expect(await codeOf(inner, { from: '2026-03-03', to: '2026-03-08' })).toBe(small)
  expect(await codeOf(inner, { from: '2026-03-03', to: '2026-03-04' })).toBe(small)
})
