import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  makeMember,
  makePost,
  makeTeam,
  type Member,
} from '#tests/support/factories.ts'

const dayMs = 86_400_000
const t = setupTestApp()
/** Returns today, or the day some days before. */
const dayBefore = (days = 0) =>
  new Date(t.clock.now().getTime() - days * dayMs).toISOString().slice(0, 10)

async function makePeople() {
  const team = await makeTeam(t, { limit: null })
  const people = await Promise.all(
    Array.from({ length: 3 }, () => makeMember(t, team.workspace_id)),
  )
  return { team, people: people as [Member, Member, Member] }
}

test('counts accepted members that gave and that were thanked', async () => {
  const { team, people } = await makePeople()
  const [a, b, c] = people
  const { token } = team.admin
  await makePost(t, a, [b, c], team.value_id, 1)
  await makePost(t, b, [c], team.value_id, 1, { private: true })
  const statistics = async () => {
    const query = { from: dayBefore(), to: dayBefore() }
    return (await t.call('leaderboards.statistics', { token, query })).body
  }
  expect(await statistics()).toMatchObject({
    people: 4,
    givers: { now: 2, before: 0 },
    recipients: { now: 2, before: 0 },
  })
  await t.call('users.delete', { token, params: { id: b.user_id } })
  expect(await statistics()).toMatchObject({
    people: 3,
    givers: { now: 1, before: 0 },
    recipients: { now: 1, before: 0 },
  })
  t.clock.advance(dayMs)
  expect(await statistics()).toMatchObject({
    givers: { now: 0, before: 1 },
    recipients: { now: 0, before: 1 },
  })
})

test('adds the balances of all people to the outstanding points', async () => {
  const { team, people } = await makePeople()
  const [a, b] = people
  await makePost(t, a, [b], team.value_id, 7)
  await addBalance(t, a, 20)
  const { body } = await t.call('leaderboards.statistics', { token: team.admin.token })
  expect(body.points_outstanding).toBe(27)
  const query = { from: '2020-01-01', to: '2020-01-02' }
  const former = await t.call('leaderboards.statistics', { token: team.admin.token, query })
  expect(former.body.points_outstanding).toBe(27)
})

test('gives points by value and day, with retired values as one entry', async () => {
  const { team, people } = await makePeople()
  const [a, b, c] = people
  const { token } = team.admin
  const { other_value_id: retiring } = team
  await makePost(t, a, [b], team.value_id, 4)
  t.clock.advance(2 * dayMs)
  await makePost(t, a, [b, c], team.value_id, 5)
  await makePost(t, b, [a], retiring, 3, { private: true })
  t.clock.advance(dayMs)
  await makePost(t, b, [a], team.value_id, 2)
  await t.call('values.delete', { token, params: { id: retiring } })
  const query = { from: dayBefore(1), to: dayBefore() }
  const { body } = await t.call('leaderboards.value_trends', { token, query })
  const figures = body.values
    .filter((one) => one.score > 0)
    .map((one) => [one.value?.id ?? null, one.score, one.before, one.days])
  expect(figures).toEqual([
    [team.value_id, 12, 4, [10, 2]],
    [null, 3, 0, [3, 0]],
  ])
  const csv = await t.call('leaderboards.csv', { token, query: { ...query, tile: 'value_trends' } })
  const lines = String(csv.body).trim().split('\r\n').slice(1)
  expect(lines.map((line) => line.replace(/,.*,/, ','))).toEqual([
    `${dayBefore(1)},10`,
    `${dayBefore(1)},3`,
    `${dayBefore()},2`,
  ])
})
