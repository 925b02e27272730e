import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { reconcileLedger } from '#server/ledger/reconcile.ts'
import {
  makeMember,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { findBudget, listBudgetMovements } from './queries.ts'
import { budgetWorker } from './worker.ts'

const t = setupTestApp()
let team: Team
let ada: Member
let bob: Member
beforeEach(async () => {
  // In the middle of a month, so that the sessions of the team outlive the period of a budget.
  const now = t.clock.now()
  advanceTo(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15)).toISOString())
  team = await makeTeam(t)
  ada = await makeMember(t, team.workspace_id)
  bob = await makeMember(t, team.workspace_id)
})

type BudgetBody = BodyInputOf<'budgets.create'>
/** Creates a budget of Ada with 100 points for each month. */
const create = (body: Partial<BudgetBody> = {}) =>
  t.call('budgets.create', {
    token: team.admin.token,
    body: {
      name: 'Operations',
      period: 'month',
      points: 100,
      owner_ids: [ada.user_id],
      recipients: {},
      ...body,
    },
  })
const find = async (id: string) => {
  const { body } = await t.call('budgets.list', { token: team.admin.token })
  const budget = body.find((one) => one.id === id)
  if (!budget) throw new Error('budget missing')
  return budget
}
const give = (
  budgetId: string | undefined,
  score: number,
  from = ada,
  to = [bob],
  more: { key?: string; private?: boolean } = {},
) =>
  t.call('posts.create', {
    token: from.token,
    headers: more.key === undefined ? {} : { 'idempotency-key': more.key },
    body: {
      to_id: to.map(({ user_id: id }) => id),
      value_id: team.value_id,
      score,
      description: 'Thank you for the help!',
      private: more.private,
      ...(budgetId === undefined ? {} : { budget_id: budgetId }),
    },
  })
const codeOf = ({ errors }: { errors: { code: string }[] }) => errors[0]?.code
const movementsOf = async (id: string, token = team.admin.token) =>
  (await t.call('budgets.movements', { token, params: { id } })).body.items
const spentBy = async (person: Member) =>
  (await t.call('profiles.allowance', { token: person.token })).body.spent
/** Moves the clock to a time. */
const advanceTo = (time: string | null) =>
  t.clock.advance(Date.parse(time ?? '') - t.clock.now().getTime())
const expectConsistentLedger = async () => expect(await reconcileLedger(t.ownerUrl)).toEqual([])

test('a post from a budget spends the budget and not the allowance', async () => {
  const { body } = await create()
  expect(body).toMatchObject({ left: 100, funded: 100, closed_at: null })
  expect((await give(body.id, 30)).status).toBe(200)
  expect(await find(body.id)).toMatchObject({ left: 70, funded: 100 })
  expect(await spentBy(ada)).toBe(0)
  expect((await give(undefined, 5)).status).toBe(200)
  expect(await spentBy(ada)).toBe(5)
  await expectConsistentLedger()
})

test('a budget pays for all recipients or nothing', async () => {
  const { body } = await create({ points: 25 })
  const refused = await give(body.id, 13, ada, [bob, team.admin])
  expect(refused.errors).toMatchObject([
    { code: 'budget_overdrawn', field: 'budget_id', params: { left: 25 } },
  ])
  expect((await give(body.id, 12, ada, [bob, team.admin])).status).toBe(200)
  expect((await find(body.id)).left).toBe(1)
  await expectConsistentLedger()
})

test('only owners and the people of its givers may give from a budget', async () => {
  const { body } = await create()
  expect(codeOf(await give(body.id, 5, bob, [ada]))).toBe('budget_unavailable')
  await t.call('budgets.update', {
    token: team.admin.token,
    params: { id: body.id },
    body: { givers: { user_ids: [bob.user_id] } },
  })
  expect((await give(body.id, 5, bob, [ada])).status).toBe(200)
  const listed = await Promise.all(
    [ada, bob, team.admin].map(
      async ({ token }) => (await t.call('profiles.budgets', { token })).body,
    ),
  )
  expect(listed).toMatchObject([
    [{ id: body.id, name: 'Operations', left: 95, owned: true }],
    [{ id: body.id, owned: false }],
    [],
  ])
})

test('a budget only pays for the people of its recipients', async () => {
  const { body } = await create({ recipients: { user_ids: [bob.user_id] } })
  expect(codeOf(await give(body.id, 5, ada, [bob, team.admin]))).toBe('budget_recipients')
  expect((await give(body.id, 5)).status).toBe(200)
})

test('budgets of another team answer like unknown ones', async () => {
  const { body } = await create()
  const other = await makeTeam(t)
  const member = await makeMember(t, other.workspace_id)
  const post = await t.call('posts.create', {
    token: other.admin.token,
    body: {
      to_id: [member.user_id],
      value_id: other.value_id,
      score: 5,
      description: 'Thank you!',
      budget_id: body.id,
    },
  })
  expect(codeOf(post)).toBe('budget_unavailable')
  expect((await find(body.id)).left).toBe(100)
})

test('a repeated request gets its first answer after the budget is closed', async () => {
  const { body } = await create()
  const send = () => give(body.id, 5, ada, [bob], { key: 'once' })
  const first = await send()
  await t.call('budgets.close', { token: team.admin.token, params: { id: body.id } })
  expect((await send()).body.id).toBe(first.body.id)
})

test('the points of a deleted post return to its budget', async () => {
  const { body } = await create()
  const post = await give(body.id, 30)
  await t.call('posts.delete', { token: ada.token, params: { id: post.body.id } })
  expect(await find(body.id)).toMatchObject({ left: 100, funded: 100 })
  expect(await spentBy(ada)).toBe(0)
  expect((await movementsOf(body.id)).map(({ type, points }) => [type, points])).toEqual([
    ['budget_recovered', 30],
    ['post', -30],
    ['budget_funded', 100],
  ])
  await expectConsistentLedger()
})

test('a post of an earlier period returns nothing to its budget', async () => {
  const { body } = await create()
  const post = await give(body.id, 30)
  advanceTo(body.period_end)
  expect(await find(body.id)).toMatchObject({ left: 100, funded: 100 })
  await t.call('posts.delete', { token: ada.token, params: { id: post.body.id } })
  expect(await find(body.id)).toMatchObject({ left: 100, funded: 100 })
  await expectConsistentLedger()
})

test('a period ends with the first request after it and keeps what is carried over', async () => {
  const { body } = await create({ carry_over_max: 20 })
  await give(body.id, 30)
  advanceTo(body.period_end)
  expect((await give(body.id, 115)).status).toBe(200)
  expect(await find(body.id)).toMatchObject({ left: 5, funded: 120 })
  expect((await movementsOf(body.id)).map(({ type, points }) => [type, points])).toEqual([
    ['post', -115],
    ['budget_funded', 100],
    ['budget_expired', -50],
    ['post', -30],
    ['budget_funded', 100],
  ])
  await expectConsistentLedger()
})

test('the nightly run ends several missed periods once', async () => {
  const { body } = await create({ carry_over_max: 20 })
  t.clock.advance(62 * dayMs)
  await budgetWorker.run(t.services, () => false)
  await budgetWorker.run(t.services, () => false)
  const { workspace_id: workspaceId } = team
  const [budget, movements] = await t.services.db.tenant(workspaceId, (trx) =>
    Promise.all([
      findBudget(trx, workspaceId, body.id),
      listBudgetMovements(trx, workspaceId, body.id, {
        before: undefined,
        limit: 10,
        reader: { userId: ada.user_id, seesPrivatePosts: false },
      }),
    ]),
  )
  expect(budget).toMatchObject({ balance: 120, funded: 120 })
  expect(movements.map(({ points }) => points)).toEqual([100, -100, 100, -80, 100])
  await expectConsistentLedger()
})

test('a single budget closes after its last day', async () => {
  const today = t.clock.now().toISOString().slice(0, 10)
  const { body } = await create({ period: 'once', ends_on: today })
  await give(body.id, 30)
  t.clock.advance(2 * dayMs)
  expect(codeOf(await give(body.id, 5))).toBe('budget_unavailable')
  const closed = await find(body.id)
  expect([closed.left, closed.closed_at]).toEqual([0, closed.period_end])
  await expectConsistentLedger()
})

test('points move between budgets with a reason, and never below zero', async () => {
  const operations = (await create()).body.id
  const support = (await create({ name: 'Support', owner_ids: [ada.user_id, bob.user_id] })).body.id
  const move = (token: string, points: number) =>
    t.call('budgets.move', {
      token,
      params: { id: operations },
      body: { to_budget_id: support, points, reason: 'A joint project' },
    })
  expect((await move(ada.token, 40)).body.left).toBe(60)
  expect((await find(support)).left).toBe(140)
  expect(codeOf(await move(ada.token, 61))).toBe('budget_overdrawn')
  expect((await move(bob.token, 1)).status).toBe(404)
  expect((await movementsOf(support, ada.token))[0]).toMatchObject({
    type: 'budget_moved',
    points: 40,
    reason: 'A joint project',
    actor: { id: ada.user_id },
    other_budget: { id: operations, name: 'Operations' },
  })
  await expectConsistentLedger()
})

test('administrators add points, return some, and close a budget', async () => {
  const { id } = (await create()).body
  const fund = (points: number) =>
    t.call('budgets.fund', {
      token: team.admin.token,
      params: { id },
      body: { points, reason: 'A good quarter' },
    })
  expect((await fund(50)).body.left).toBe(150)
  expect((await fund(-120)).body).toMatchObject({ left: 30, funded: 30 })
  expect(codeOf(await fund(-31))).toBe('budget_overdrawn')
  expect(codeOf(await fund(0))).toBe('invalid_amount')
  const closed = await t.call('budgets.close', { token: team.admin.token, params: { id } })
  expect(closed.body).toMatchObject({ left: 0, closed_at: t.clock.now().toISOString() })
  expect((await fund(5)).status).toBe(404)
  expect(codeOf(await give(id, 5))).toBe('budget_unavailable')
  await expectConsistentLedger()
})

test('owners see their budgets, others none', async () => {
  const { id } = (await create()).body
  const seenBy = async ({ token }: Member) => ({
    list: (await t.call('budgets.list', { token })).body.map((budget) => budget.id),
    status: (await t.call('budgets.movements', { token, params: { id } })).status,
  })
  expect(await seenBy(ada)).toEqual({ list: [id], status: 200 })
  expect(await seenBy(bob)).toEqual({ list: [], status: 404 })
})

test('the history names a private post for its readers only', async () => {
  const { id } = (await create({ givers: {} })).body
  await give(id, 5, bob, [team.admin], { private: true })
  const postOf = async (token: string) => (await movementsOf(id, token))[0]?.post_id
  expect(await postOf(ada.token)).toBeNull()
  expect(await postOf(team.admin.token)).not.toBeNull()
})

test('a reset empties budgets and fills them again', async () => {
  const { id } = (await create()).body
  await give(id, 30)
  await markPresent(t, team.admin)
  const { token } = team.admin
  const { name } = (await t.call('config.get', { token })).body.workspace
  expect((await t.call('workspace.reset', { token, body: { name } })).status).toBe(204)
  expect(await find(id)).toMatchObject({ left: 100, funded: 100 })
  await expectConsistentLedger()
})

test('bad budgets are refused and nothing changes', async () => {
  const codeFor = async (body: Partial<BudgetBody>) => codeOf(await create(body))
  expect(await codeFor({ points: 0 })).toBe('out_of_range')
  expect(await codeFor({ owner_ids: [] })).toBe('required')
  expect(await codeFor({ owner_ids: [team.value_id] })).toBe('user_not_found')
  expect(await codeFor({ recipients: { countries: ['DE'] } })).toBe('audience_empty')
  expect(await codeFor({ givers: { group_ids: [ada.user_id] } })).toBe('not_found')
  expect(await codeFor({ ends_on: '2030-01-01' })).toBe('wrong_format')
  expect(await codeFor({ period: 'once', ends_on: '2020-01-01' })).toBe('out_of_range')
  await create()
  expect(await codeFor({ name: 'OPERATIONS' })).toBe('not_unique')
  for (let n = 2; n <= limits.budgets_max; n += 1) await create({ name: `Budget ${n}` })
  expect(await codeFor({ name: 'One more' })).toBe('budgets_full')
})
