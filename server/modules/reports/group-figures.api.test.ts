import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  makeMember,
  makePost,
  makeTeam,
  makeTeamReward,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { createWorkspaceSnapshots } from './create-snapshots.ts'

const t = setupTestApp(() => ({ at: new Date('2026-03-02T12:00:00Z') }))
let team: Team
/** Six people of Support, and six of Sales. */
let support: Member[] = []
let sales: Member[] = []
let [supportId, salesId] = ['', '']

const makePeople = (count: number) =>
  Promise.all(Array.from({ length: count }, () => makeMember(t, team.workspace_id)))
async function makeDepartment(name: string, people: Member[], parentId: string | null = null) {
  const { token } = team.admin
  const body = { kind: 'department' as const, name, parent_id: parentId }
  const { id } = (await t.call('groups.create', { token, body })).body
  if (people.length) await join(id, people)
  return id
}
const join = (id: string, people: Member[]) =>
  t.call('groups.add_members', {
    token: team.admin.token,
    params: { id },
    body: { user_ids: people.map((one) => one.user_id) },
  })
const at = <T>(list: T[], index: number): T => list[index] as T
const today = () => t.clock.now().toISOString().slice(0, 10)

beforeEach(async () => {
  t.clock.set(new Date('2026-03-02T12:00:00Z'))
  team = await makeTeam(t, { limit: null })
  support = await makePeople(6)
  sales = await makePeople(6)
  // Everyone outside of both departments, so that the rest of the team is no small group.
  await makePeople(4)
  supportId = await makeDepartment('Support', support)
  salesId = await makeDepartment('Sales', sales)
})

const statistics = async (groupId: string, query: Record<string, string> = {}) =>
  (
    await t.call('leaderboards.statistics', {
      token: team.admin.token,
      query: { from: '2026-03-01', to: today(), group_id: groupId, ...query },
    })
  ).body
const board = async (groupId: string, query: Record<string, string> = {}, who = team.admin) =>
  (
    await t.call('leaderboards.list', {
      token: who.token,
      query: { from: '2026-03-01', to: today(), group_id: groupId, ...query },
    })
  ).body
const scores = async (groupId: string, query: Record<string, string> = {}) =>
  new Map((await board(groupId, query)).items.map((one) => [one.user_id, one.score]))

test('counts what the people of a group gave, received and redeemed', async () => {
  await makePost(t, at(support, 0), [at(support, 1), at(sales, 0)], team.value_id, 5)
  await makePost(t, at(sales, 0), [at(support, 1)], team.other_value_id, 3)
  await addBalance(t, at(support, 2), 40)
  const reward = await makeTeamReward(t, team)
  await t.call('shop.redeem', {
    token: at(support, 2).token,
    params: { id: reward },
    body: { amount: 15 },
  })
  expect(await statistics(supportId)).toMatchObject({
    people: 6,
    active_users: { now: 3, before: 0 },
    points_granted: { now: 10, before: 0 },
    points_spent: { now: 15, before: 0 },
    team_engagement: { now: 50, before: 0 },
    givers: { now: 1 },
    recipients: { now: 1 },
    points_outstanding: 5 + 3 + 40 - 15,
    days: [{ active: 0 }, { day: '2026-03-02', granted: 10, spent: 15, active: 3 }],
    popular_rewards: [{ purchases: 1, points: 15 }],
  })
  expect((await statistics(salesId)).popular_rewards).toEqual([])
  expect(await scores(supportId)).toEqual(new Map([[at(support, 1).user_id, 8]]))
  const { token } = team.admin
  const values = await t.call('leaderboards.values', { token, query: { group_id: supportId } })
  expect(values.body.map((one) => [one.value.id, one.score, one.posts])).toEqual([
    [team.value_id, 5, 1],
    [team.other_value_id, 3, 1],
  ])
  const trends = await t.call('leaderboards.value_trends', {
    token,
    query: { from: today(), to: today(), group_id: salesId },
  })
  expect(trends.body.values.map((one) => [one.value?.id, one.days])).toEqual([
    [team.value_id, [5]],
    [team.other_value_id, [0]],
  ])
})

test('a department includes the people of those below it', async () => {
  const operations = await makeDepartment('Operations', [])
  await t.call('groups.update', {
    token: team.admin.token,
    params: { id: supportId },
    body: { parent_id: operations },
  })
  await makePost(t, at(sales, 0), [at(support, 1)], team.value_id, 3)
  expect(await scores(operations)).toEqual(new Map([[at(support, 1).user_id, 3]]))
  expect((await statistics(operations)).people).toBe(6)
})

test.each([false, true])(
  'people count for the days in which they were in the group (snapshots: %s)',
  async (withSnapshots) => {
    const mover = at(support, 0)
    const give = (who: Member, score: number) =>
      makePost(t, at(sales, 1), [who], team.value_id, score)
    await give(mover, 1)
    await give(at(support, 1), 10)
    t.clock.advance(dayMs)
    await give(mover, 2)
    t.clock.advance(dayMs)
    await join(salesId, [mover])
    await give(mover, 4)
    t.clock.advance(dayMs)
    await give(mover, 8)
    await give(at(support, 1), 20)
    t.clock.advance(4 * dayMs)
    if (withSnapshots)
      expect(
        await createWorkspaceSnapshots(t.services.db, team.workspace_id, {
          at: t.clock.now(),
          rowsMin: 1,
        }),
      ).toHaveLength(4)
    await give(mover, 16)
    const [id, other] = [mover.user_id, at(support, 1).user_id]
    const ranges: Record<string, string>[] = [
      { period: 'all' },
      { from: '2026-02-01', to: today() },
    ]
    for (const query of ranges) {
      const all = async (groupId: string) =>
        new Map(
          (
            await t.call('leaderboards.list', {
              token: team.admin.token,
              query: { ...query, group_id: groupId },
            })
          ).body.items.map((one) => [one.user_id, one.score]),
        )
      expect(await all(supportId)).toEqual(new Map(Object.entries({ [id]: 3, [other]: 30 })))
      // The day of the change counts to the new department.
      expect(await all(salesId)).toEqual(new Map([[id, 4 + 8 + 16]]))
    }
    expect(await scores(supportId, { to: '2026-03-03' })).toEqual(
      new Map(Object.entries({ [id]: 3, [other]: 10 })),
    )
    const days = { from: '2026-03-03', to: '2026-03-04' }
    expect(await scores(salesId, days)).toEqual(new Map([[id, 4]]))
    expect(await statistics(salesId, days)).toMatchObject({
      people: 7,
      active_users: { now: 2, before: 1 },
      points_granted: { now: 6, before: 11 },
      recipients: { now: 1, before: 0 },
    })
    // Former people are active, but engagement is a share of those who are there now.
    expect(await statistics(supportId)).toMatchObject({
      people: 5,
      active_users: { now: 2 },
      recipients: { now: 1 },
    })
  },
)

test('days are those of the time zone of the workspace', async () => {
  t.clock.set(new Date('2026-03-01T20:00:00Z'))
  team = await makeTeam(t, { limit: null, timezone: 'Pacific/Auckland' })
  const [first, second] = [await makePeople(7), await makePeople(7)]
  await makePeople(4)
  const from = await makeDepartment('First', first)
  const to = await makeDepartment('Second', second)
  const mover = at(first, 0)
  const give = (score: number) =>
    t.call('posts.create', {
      token: at(second, 1).token,
      body: { to_id: [mover.user_id], value_id: team.value_id, score, description: 'Thank you' },
    })
  // 9 in the morning of March 2 in Auckland.
  await give(1)
  // 1 in the night of March 3.
  t.clock.set(new Date('2026-03-02T12:00:00Z'))
  await give(2)
  t.clock.set(new Date('2026-03-02T14:00:00Z'))
  await join(to, [mover])
  const days = { from: '2026-03-02', to: '2026-03-03' }
  expect(await scores(from, days)).toEqual(new Map([[mover.user_id, 1]]))
  expect(await scores(to, days)).toEqual(new Map([[mover.user_id, 2]]))
})

test('private posts count only for readers who may see them', async () => {
  await makePost(t, at(sales, 0), [at(support, 1)], team.value_id, 3)
  await makePost(t, at(sales, 0), [at(support, 1)], team.value_id, 4, { private: true })
  expect((await board(supportId)).total).toBe(7)
  expect((await board(supportId, {}, at(support, 1))).total).toBe(3)
  expect((await board(supportId, {}, at(support, 1))).own).toMatchObject({ score: 3, rank: 1 })
  expect((await board(salesId, {}, at(support, 1))).own).toBeNull()
})

test('lists the people of a group without recognition', async () => {
  await makePost(t, at(sales, 0), [at(support, 1)], team.value_id, 3)
  const { body } = await t.call('leaderboards.unthanked', {
    token: team.admin.token,
    query: { group_id: supportId },
  })
  expect(body).toMatchObject({ hidden: false, people: 6, total: 5 })
  expect(new Set(body.items.map((one) => one.user.id))).toEqual(
    new Set(support.filter((_, index) => index !== 1).map((one) => one.user_id)),
  )
})

test('files have the figures of the group', async () => {
  await makePost(t, at(support, 0), [at(support, 1)], team.value_id, 3)
  await makePost(t, at(support, 0), [at(sales, 1)], team.value_id, 4)
  const lines = async (tile: string) => {
    const { body } = await t.call('leaderboards.csv', {
      token: team.admin.token,
      query: { tile, from: today(), to: today(), group_id: salesId },
    })
    return String(body)
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.replace(/"[^"]*"|[^,]*@[^,]*/g, ''))
  }
  expect(await lines('figures')).toEqual([`${today()},0,0,1`])
  expect((await lines('leaders')).map((line) => line.replace(/,.*,(?=\d+,)/, ','))).toEqual([
    '1,4,100',
  ])
  expect((await lines('values')).map((line) => line.replace(/^[^,]*/, ''))).toEqual([
    ',4,1,100',
    ',0,0,0',
  ])
  expect(await lines('value_trends')).toHaveLength(1)
  expect(await lines('unthanked')).toHaveLength(5)
  expect(await lines('popular_rewards')).toEqual([])
})

test('the chart and the topics have no file by group', async () => {
  for (const tile of ['org_chart', 'common_topics']) {
    const { status, errors } = await t.call('leaderboards.csv', {
      token: team.admin.token,
      query: { tile, group_id: salesId },
    })
    expect([status, errors[0]?.field]).toEqual([400, 'group_id'])
  }
})
