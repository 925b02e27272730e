import { beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import {
  getBalance,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
let ada: Member
beforeEach(async () => {
  team = await makeTeam(t)
  ada = await makeMember(t, team.workspace_id)
})

const makeMembers = (count: number, fields = {}) =>
  Promise.all(Array.from({ length: count }, () => makeMember(t, team.workspace_id, fields)))
async function makeGroup(
  members: Member[],
  fields: Partial<BodyInputOf<'groups.create'>> = {},
): Promise<string> {
  const { token } = team.admin
  const body = { kind: 'department' as const, name: 'Operations', ...fields }
  const { id } = (await t.call('groups.create', { token, body })).body
  for (let start = 0; start < members.length; start += limits.users_per_call_max)
    await t.call('groups.add_members', {
      token,
      params: { id },
      body: {
        user_ids: members
          .slice(start, start + limits.users_per_call_max)
          .map(({ user_id: userId }) => userId),
      },
    })
  return id
}
async function makeBudget(points: number): Promise<string> {
  const { body } = await t.call('budgets.create', {
    token: team.admin.token,
    body: { name: 'Operations', period: 'once', points, owner_ids: [ada.user_id], recipients: {} },
  })
  return body.id
}
const give = (body: Partial<BodyInputOf<'posts.create'>>, key?: string) =>
  t.call('posts.create', {
    token: ada.token,
    headers: key === undefined ? {} : { 'idempotency-key': key },
    body: { value_id: team.value_id, score: 1, description: 'Thank you all!', ...body },
  })

test('a group stands for its accepted members without the sender', async () => {
  const [bob, cleo] = await makeMembers(2)
  const pending = await makeMember(t, team.workspace_id, { state: 'pending' })
  if (!bob || !cleo) throw new Error('no members')
  const operations = await makeGroup([ada, bob, pending])
  const support = await makeGroup([cleo], { name: 'Support', parent_id: operations })
  const { body } = await give({ group_ids: [operations, support], to_id: [team.admin.user_id] })
  expect(body.to_count).toBe(3)
  expect(new Set(body.to_id)).toEqual(new Set([team.admin.user_id, bob.user_id, cleo.user_id]))
  const allowance = await t.call('profiles.allowance', { token: ada.token })
  expect(allowance.body.spent).toBe(3)
})

test('an allowance pays for fewer people than a budget', async () => {
  const members = await makeMembers(limits.recipients_max + 10)
  const group = await makeGroup(members)
  const refused = { code: 'out_of_range', field: 'to_id', params: { finish: 50 } }
  expect((await give({ group_ids: [group] })).errors).toMatchObject([refused])
  const budget = await makeBudget(1_000)
  expect(
    (await give({ group_ids: [group], budget_id: budget, private: true })).errors,
  ).toMatchObject([refused])
  const { body } = await give({ group_ids: [group], budget_id: budget })
  expect([body.to_count, body.to.length]).toEqual([60, limits.post_people_shown])
  const balances = await Promise.all(members.map((member) => getBalance(t, member)))
  expect(new Set(balances)).toEqual(new Set([1]))
  await t.checkLedger()
})

test('each recipient of a large post sees themselves among its people', async () => {
  const members = await makeMembers(limits.post_people_shown + 5)
  const group = await makeGroup(members)
  await give({ group_ids: [group], budget_id: await makeBudget(100) })
  for (const member of members.slice(-6)) {
    const { body } = await t.call('posts.list', { token: member.token })
    expect(body[0]?.to_id).toContain(member.user_id)
    expect(body[0]?.to).toHaveLength(limits.post_people_shown)
  }
})

test('a post to 500 people is all or nothing', async () => {
  const members = await makeMembers(limits.budget_recipients_max)
  const group = await makeGroup(members)
  const short = await makeBudget(limits.budget_recipients_max - 1)
  expect((await give({ group_ids: [group], budget_id: short })).errors[0]?.code).toBe(
    'budget_overdrawn',
  )
  await t.call('budgets.fund', {
    token: team.admin.token,
    params: { id: short },
    body: { points: 1, reason: 'One more' },
  })
  const first = await give({ group_ids: [group], budget_id: short }, 'once')
  expect(first.body.to_count).toBe(500)
  expect((await give({ group_ids: [group], budget_id: short }, 'once')).body.id).toBe(first.body.id)
  await t.call('posts.delete', { token: ada.token, params: { id: first.body.id } })
  const { body } = await t.call('profiles.budgets', { token: ada.token })
  expect(body[0]?.left).toBe(500)
  await t.checkLedger()
}, 120_000)

test('unknown, foreign and empty groups are refused', async () => {
  const other = await makeTeam(t)
  const body = { kind: 'team' as const, name: 'Choir' }
  const foreign = (await t.call('groups.create', { token: other.admin.token, body })).body.id
  const codeOf = async (ids: string[]) => (await give({ group_ids: ids })).errors[0]
  expect(await codeOf([foreign])).toMatchObject({ code: 'not_found', field: 'group_ids' })
  expect(await codeOf([ada.user_id])).toMatchObject({ code: 'not_found' })
  expect(await codeOf([await makeGroup([ada])])).toMatchObject({ code: 'user_not_found' })
  expect((await give({})).errors[0]).toMatchObject({ code: 'user_not_found', field: 'to_id' })
})
