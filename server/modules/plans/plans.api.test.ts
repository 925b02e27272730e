import { beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { makeMember, makePost, makeTeam, type Team } from '#tests/support/factories.ts'
import { planInput } from '#tests/support/plans.ts'
import { setWorth } from '#tests/support/point-worths.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { listAuditDetails } from '#tests/support/user-changes.ts'

const t = setupTestApp()
let team: Team
let token: string
beforeEach(async () => {
  t.clock.set(new Date('2026-06-15T12:00:00Z'))
  team = await makeTeam(t)
  ;({ token } = team.admin)
})

const list = async () => (await t.call('plans.list', { token })).body
const basis = async () => (await t.call('plans.basis', { token })).body

test('a plan is saved, changed and deleted', async () => {
  const { body: plan } = await t.call('plans.create', { token, body: planInput })
  expect(await list()).toEqual([plan])
  const params = { id: plan.id }
  const changed = { ...planInput, name: 'Growth', people: 80, period: 'quarter' as const }
  expect((await t.call('plans.update', { token, params, body: changed })).body).toEqual({
    ...plan,
    ...changed,
  })
  expect(await list()).toEqual([{ ...plan, ...changed }])
  expect((await t.call('plans.delete', { token, params })).status).toBe(204)
  expect(await list()).toEqual([])
  expect((await t.call('plans.update', { token, params, body: changed })).status).toBe(404)
  expect(await listAuditDetails(t, team, 'plan.update')).toMatchObject([
    { details: { name: 'Growth' } },
  ])
})

test('the basis has the people, limits, worth and points of the last year', async () => {
  const member = await makeMember(t, team.workspace_id)
  const other = await makeMember(t, team.workspace_id)
  await setWorth(t, team.admin, { currency: 'EUR', minor: 900 })
  await t.call('settings.update', { token, body: { limit: 200, limit_period: 'month' } })
  await t.call('users.update', {
    token,
    params: { id: member.user_id },
    body: { limits: { limit: 50 } },
  })
  for (const score of [20, 25]) await makePost(t, member, [other], team.value_id, score)
  const { body: bonus } = await t.call('bonuses.create', {
    token,
    body: {
      name: 'Spring bonus',
      text: '',
      audience: {},
      starts_on: '2026-01-01',
      ends_on: '2026-03-31',
      method: 'fixed',
      points: 10,
    },
  })
  const paid = { people: 3, points: 30 }
  await t.call('bonuses.pay', { token, params: { id: bonus.id }, body: paid })
  expect(await basis()).toEqual({
    people: 3,
    allowance: 150,
    period: 'month',
    // 45 of 450 points a month in twelve months.
    use_percent: 1,
    celebration_points: 0,
    award_points: 0,
    bonus_points: 30,
    gift_card_percent: null,
    hundred_points: { currency: 'EUR', minor: 900 },
  })
  await t.call('settings.update', { token, body: { limit: null } })
  expect(await basis()).toMatchObject({ allowance: null, use_percent: null })
})

test('points from a budget are no use of the allowance', async () => {
  const { token } = team.admin
  const member = await makeMember(t, team.workspace_id)
  const budget = await t.call('budgets.create', {
    token,
    body: {
      name: 'Events',
      period: 'once',
      points: 1_000,
      owner_ids: [member.user_id],
      recipients: {},
    },
  })
  await makePost(t, member, [team.admin], team.value_id, 20)
  const before = await basis()
  const given = await t.call('posts.create', {
    token: member.token,
    body: {
      to_id: [team.admin.user_id],
      value_id: team.value_id,
      score: 900,
      description: 'For the summer party',
      budget_id: budget.body.id,
    },
  })
  expect(given.status).toBe(200)
  expect(await basis()).toEqual(before)
})

test('a team has a bounded number of plans', async () => {
  for (let n = 0; n < limits.plans_max; n += 1)
    await t.call('plans.create', { token, body: { ...planInput, name: `Plan ${n}` } })
  expect((await t.call('plans.create', { token, body: planInput })).errors).toMatchObject([
    { code: 'plans_full', params: { finish: limits.plans_max } },
  ])
})

test.each([
  [{ people: -1 }, 'out_of_range'],
  [{ use_percent: 101 }, 'out_of_range'],
  [{ gift_card_percent: 2.5 }, 'wrong_format'],
  [{ period: 'year' }, 'wrong_format'],
  [{ currency: 'XYZ' }, 'wrong_format'],
  [{ name: '' }, 'required'],
])('%j is refused', async (fields, code) => {
  const body = { ...planInput, ...fields } as typeof planInput
  expect((await t.call('plans.create', { token, body })).codes).toEqual([code])
})
