import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { budgetWorker } from './worker.ts'

const t = setupTestApp()
let team: Team
let ada: Member
let budgetId: string
let periodEnd: number
beforeEach(async () => {
  // In the middle of a month, so that the sessions of the team outlive the period of the budget.
  const now = t.clock.now()
  advanceTo(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15))
  team = await makeTeam(t)
  ada = await makeMember(t, team.workspace_id)
  const { body } = await t.call('budgets.create', {
    token: team.admin.token,
    body: {
      name: 'Operations',
      period: 'month',
      points: 100,
      owner_ids: [ada.user_id],
      recipients: {},
    },
  })
  budgetId = body.id
  periodEnd = Date.parse(body.period_end ?? '')
})

const advanceTo = (ms: number) => t.clock.advance(ms - t.clock.now().getTime())
const runWorker = () => budgetWorker.run(t.services, () => false)
const inboxOf = async ({ token }: Member) =>
  (await t.call('inbox.list', { token })).body.items.map(({ kind, budget }) => ({ kind, budget }))

test('owners are told once that a period ends soon, while points are left', async () => {
  advanceTo(periodEnd - (limits.inbox_budget_days + 1) * dayMs)
  await runWorker()
  expect(await inboxOf(ada)).toEqual([])
  t.clock.advance(2 * dayMs)
  await runWorker()
  await runWorker()
  expect(await inboxOf(ada)).toEqual([
    {
      kind: 'budget_ending',
      budget: {
        id: budgetId,
        name: 'Operations',
        points: 100,
        ends_at: new Date(periodEnd).toISOString(),
      },
    },
  ])
  expect(await inboxOf(team.admin)).toEqual([])
})

test('owners are told how many points the end of a period returned', async () => {
  advanceTo(periodEnd + 1)
  await t.call('profiles.budgets', { token: ada.token })
  expect(await inboxOf(ada)).toMatchObject([
    {
      kind: 'budget_ended',
      budget: { points: 100, ends_at: new Date(periodEnd).toISOString() },
    },
  ])
})

test.each(['deactivated', 'deleted'])(
  'an administrator takes over the budget of a %s owner',
  async (how) => {
    const call = { token: team.admin.token, params: { id: ada.user_id } }
    if (how === 'deleted') await t.call('users.delete', call)
    else await t.call('users.update', { ...call, body: { state: 'deactivated' } })
    const { body } = await t.call('profiles.budgets', { token: team.admin.token })
    expect(body).toMatchObject([{ id: budgetId, owned: true }])
    expect(await inboxOf(team.admin)).toMatchObject([
      { kind: 'budget_adopted', budget: { name: 'Operations', points: 100 } },
    ])
  },
)

test('people who muted budgets are not told', async () => {
  await t.call('inbox.set_preferences', { token: ada.token, body: { budget_ending: false } })
  advanceTo(periodEnd + 1)
  await runWorker()
  expect(await inboxOf(ada)).toEqual([])
})
