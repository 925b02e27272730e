import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { newId } from '#server/platform/ids.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { listAuditDetails } from '#tests/support/user-changes.ts'

const t = setupTestApp(() => ({ at: new Date('2026-03-02T12:00:00Z') }))
let team: Team
let [ada, bob, cleo]: [Member, Member, Member] = [] as never
beforeEach(async () => {
  team = await makeTeam(t, { limit: null, timezone: 'Pacific/Auckland' })
  const add = () => makeMember(t, team.workspace_id)
  ;[ada, bob, cleo] = [await add(), await add(), await add()]
})

async function makeDepartment(name: string, people: Member[], parentId: string | null = null) {
  const { token } = team.admin
  const body = { kind: 'department' as const, name, parent_id: parentId }
  const { id } = (await t.call('groups.create', { token, body })).body
  await join(id, people)
  return id
}
const join = (id: string, people: Member[]) =>
  t.call('groups.add_members', {
    token: team.admin.token,
    params: { id },
    body: { user_ids: people.map((one) => one.user_id) },
  })
const post = (from: Member, to: Member, description: string, isPrivate = false) =>
  t.call('posts.create', {
    token: from.token,
    body: {
      to_id: [to.user_id],
      value_id: team.value_id,
      score: 1,
      description,
      private: isPrivate,
    },
  })
/** Returns the messages of the file, the oldest first. */
async function listMessages(groupId: string): Promise<string[]> {
  const { body } = await t.call('posts.csv', {
    token: team.admin.token,
    query: { days: 30, group_id: groupId },
  })
  return String(body)
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => /Message \w+/.exec(line)?.[0] ?? line)
    .toReversed()
}

test('the audit log names the group and days of a file and of a report', async () => {
  const { token } = team.admin
  const people = await Promise.all(
    Array.from({ length: 10 }, () => makeMember(t, team.workspace_id)),
  )
  const groupId = await makeDepartment('Operations', people.slice(5))
  const days = { from: '2026-03-03', to: '2026-03-03' }
  const query = { ...days, group_id: groupId }
  expect((await t.call('posts.csv', { token, query })).status).toBe(200)
  const tile = { ...query, tile: 'figures' as const }
  expect((await t.call('leaderboards.csv', { token, query: tile })).status).toBe(200)
  const details = { ...days, group_id: groupId, group: 'Operations' }
  expect(await listAuditDetails(t, team, 'export.posts')).toMatchObject([{ details }])
  expect(await listAuditDetails(t, team, 'export.dashboard')).toMatchObject([
    { details: { tile: 'figures', ...details } },
  ])
})

test('the file of a group has the posts from and to its people', async () => {
  const operations = await makeDepartment('Operations', [cleo])
  const support = await makeDepartment('Support', [ada], operations)
  await post(ada, bob, 'Message one')
  await post(bob, ada, 'Message two', true)
  await post(bob, cleo, 'Message three')
  await post(bob, team.admin, 'Message four')
  expect(await listMessages(support)).toEqual(['Message one', 'Message two'])
  expect(await listMessages(operations)).toEqual(['Message one', 'Message two', 'Message three'])
})

test('posts count for the days in which their people were in the group', async () => {
  const support = await makeDepartment('Support', [ada])
  const sales = await makeDepartment('Sales', [cleo])
  await post(bob, ada, 'Message one')
  t.clock.advance(dayMs)
  await join(sales, [ada])
  await post(bob, ada, 'Message two')
  expect(await listMessages(support)).toEqual(['Message one'])
  expect(await listMessages(sales)).toEqual(['Message two'])
})

test('an unknown or foreign group is not found', async () => {
  const { token } = team.admin
  team = await makeTeam(t)
  const foreign = await makeDepartment('Support', [team.admin])
  for (const id of [newId(t.clock.now()), foreign])
    expect((await t.call('posts.csv', { token, query: { group_id: id } })).codes).toEqual([
      'not_found',
    ])
})
