import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam } from '#tests/support/factories.ts'

const t = setupTestApp()

async function makeFilteredTeam() {
  const own = await makeTeam(t)
  const [report, other] = [
    await makeMember(t, own.workspace_id),
    await makeMember(t, own.workspace_id),
  ]
  const list = async (query: Record<string, string>, token = own.admin.token) =>
    (await t.call('posts.list', { token, query })).body.map(({ id }) => id)
  return { ...own, report, other, list }
}

test('my team lists public posts from and to the people who report to the reader', async () => {
  const { admin, report, other, list, value_id: valueId, ...own } = await makeFilteredTeam()
  const second = await makeMember(t, own.workspace_id)
  for (const { user_id: id } of [report, second])
    await t.call('users.update', {
      token: admin.token,
      params: { id },
      body: { organization: { manager_id: admin.user_id } },
    })
  const given = await makePost(t, report, [other], valueId)
  const received = await makePost(t, other, [report], valueId)
  const between = await makePost(t, report, [second], own.other_value_id)
  await makePost(t, other, [admin], valueId)
  await makePost(t, other, [report], valueId, 10, { private: true })
  expect(await list({ team: 'mine' })).toEqual([between, received, given])
  expect(await list({ team: 'mine', value_id: valueId })).toEqual([received, given])
  expect(await list({ team: 'mine', limit: '2' })).toEqual([between, received])
  expect(await list({ team: 'mine', cursor: between, limit: '1' })).toEqual([received])
  expect(await list({ team: 'mine' }, other.token)).toEqual([])
})

test('a range of days limits the feed and its search', async () => {
  const { report, other, list, value_id: valueId } = await makeFilteredTeam()
  const day = () => t.clock.now().toISOString().slice(0, 10)
  const days: string[] = []
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) {
    ids.unshift(await makePost(t, report, [other], valueId))
    days.push(day())
    t.clock.advance(86_400_000)
  }
  const [first = '', second = ''] = days
  expect(await list({ from: second })).toEqual(ids.slice(0, 2))
  expect(await list({ to: second })).toEqual(ids.slice(1))
  expect(await list({ from: second, to: second })).toEqual([ids[1]])
  expect(await list({ from: second, to: second, cursor: ids[1] ?? '' })).toEqual([])
  expect(await list({ search: 'help', from: second, to: second })).toEqual([ids[1]])
  expect(await list({ user_id: report.user_id, from: first, to: first })).toEqual([ids[2]])
})

test('a reversed range and a team with a person are refused', async () => {
  const { admin } = await makeFilteredTeam()
  const refuse = async (query: Record<string, string>) =>
    (await t.call('posts.list', { token: admin.token, query })).errors
  expect(await refuse({ from: '2026-02-02', to: '2026-02-01' })).toMatchObject([
    { code: 'out_of_range', field: 'to' },
  ])
  expect(await refuse({ team: 'mine', user_id: admin.user_id })).toMatchObject([
    { code: 'malformed', field: 'team' },
  ])
})
