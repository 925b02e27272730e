import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam, type Member } from '#tests/support/factories.ts'

const t = setupTestApp()

/** Creates two groups of four people that thank one another, and returns them. */
async function makeTwoGroups() {
  const team = await makeTeam(t, { limit: null })
  const many = (count: number) =>
    Promise.all(Array.from({ length: count }, () => makeMember(t, team.workspace_id)))
  const [left, right] = [await many(4), await many(4)] as [Member[], Member[]]
  for (const group of [left, right])
    for (const from of group)
      await makePost(
        t,
        from,
        group.filter((one) => one !== from),
        team.value_id,
        2,
      )
  return { team, left, right, many }
}
const idsOf = (members: Member[]) => members.map((one) => one.user_id).sort()

test('groups people who thank one another', async () => {
  const { team, left, right } = await makeTwoGroups()
  const [hub, neighbor] = left as [Member, Member]
  const { token } = team.admin
  // One more member of the left group, so that it is the larger one.
  const fifth = await makeMember(t, team.workspace_id)
  await makePost(t, hub, [fifth], team.value_id, 7)
  await makePost(t, neighbor, [right[0] as Member], team.value_id, 3)
  const { body } = await t.call('leaderboards.groups', { token })
  expect(body.groups.map((group) => [group.id, group.people, group.score])).toEqual([
    [hub.user_id, 5, 31],
    [expect.any(String), 4, 24],
  ])
  const [first, second] = body.groups
  expect(first?.person.id).toBe(hub.user_id)
  expect(body.edges).toEqual([{ from_id: first?.id, to_id: second?.id, score: 3, posts: 1 }])
  expect(body).toMatchObject({ more: 0, bridges: [], from: '2026-05-17', to: '2026-06-15' })
  expect(body.islands).toMatchObject({ total: 1, people: [{ id: team.admin.user_id }] })
  const params = { id: fifth.user_id }
  const group = (await t.call('leaderboards.group', { token, params })).body
  expect(group.total).toBe(5)
  expect(group.people[0]?.id).toBe(hub.user_id)
  expect(group.people.map((person) => person.id).sort()).toEqual(idsOf([...left, fifth]))
  expect(group.edges).toHaveLength(13)
  expect(group.edges[0]).toEqual({
    from_id: hub.user_id,
    to_id: fifth.user_id,
    score: 7,
    posts: 1,
  })
})

test('returns people between groups as bridges', async () => {
  const { team, left, right, many } = await makeTwoGroups()
  const third = await many(4)
  for (const from of third)
    await makePost(
      t,
      from,
      third.filter((one) => one !== from),
      team.value_id,
      2,
    )
  const [bridge, other] = left as [Member, Member]
  await makePost(t, bridge, [right[1] as Member], team.value_id, 1)
  await makePost(t, third[1] as Member, [bridge], team.value_id, 1, { private: true })
  await makePost(t, other, [right[0] as Member], team.value_id, 1)
  const { token } = team.admin
  const { body } = await t.call('leaderboards.groups', { token })
  expect(body.groups.map((group) => group.people)).toEqual([4, 4, 4])
  expect(body.bridges.map((one) => [one.user.id, one.groups, one.posts])).toEqual([
    [bridge.user_id, 2, 2],
  ])
  const { body: group } = await t.call('leaderboards.group', {
    token,
    params: { id: body.bridges[0]?.group_id ?? '' },
  })
  expect(group.people.map((person) => person.id).sort()).toEqual(idsOf(left))
})

test('excludes deactivated people and other days from groups', async () => {
  const { team, left } = await makeTwoGroups()
  const { token } = team.admin
  const [leaver] = left as [Member]
  const params = { id: leaver.user_id }
  await t.call('users.delete', { token, params })
  const { body } = await t.call('leaderboards.groups', { token })
  expect(body.groups.map((group) => group.people)).toEqual([4, 3])
  expect((await t.call('leaderboards.group', { token, params })).codes).toEqual(['not_found'])
  const query = { from: '2026-05-01', to: '2026-05-31' }
  const may = await t.call('leaderboards.groups', { token, query })
  expect(may.body).toMatchObject({ groups: [], edges: [], bridges: [], islands: { total: 8 } })
})

test('returns the best connected people of a large group', async () => {
  const team = await makeTeam(t, { limit: null })
  const { token } = team.admin
  const people = await Promise.all(
    Array.from({ length: limits.graph_people_max + 5 }, () => makeMember(t, team.workspace_id)),
  )
  for (let from = 0; from < people.length; from += 45)
    await makePost(t, team.admin, people.slice(from, from + 45), team.value_id, 1)
  const { body } = await t.call('leaderboards.group', {
    token,
    params: { id: people.at(-1)?.user_id ?? '' },
  })
  expect(body.total).toBe(limits.graph_people_max + 6)
  expect(body.people).toHaveLength(limits.graph_people_max)
  expect(body.people[0]?.id).toBe(team.admin.user_id)
  expect(body.edges).toHaveLength(limits.graph_people_max - 1)
})

test('accepts at most three months', async () => {
  const team = await makeTeam(t)
  const query = { from: '2026-01-01', to: '2026-06-01' }
  const { token } = team.admin
  for (const name of ['leaderboards.groups', 'leaderboards.group'] as const)
    expect(
      (await t.call(name, { token, query, params: { id: team.admin.user_id } })).codes,
    ).toEqual(['out_of_range'])
})
