import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAwardTeam, type AwardTeam } from '#tests/support/awards.ts'
import { makeMember } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let a: AwardTeam
beforeEach(async () => {
  a = await createAwardTeam(t)
})
afterEach(() => t.checkLedger())

const idsOf = (people: { id: string }[]) => people.map(({ id }) => id)
const byManager = { steps: [{ approver: 'receiver_manager' as const }] }
const codeOf = ({ errors }: { errors: { code: string; field?: string | undefined }[] }) => [
  errors[0]?.code,
  errors[0]?.field,
]

test('a gift without a step is given at once', async () => {
  const award = await a.makeAward({ steps: [], budget_id: a.budgetId })
  const { body } = await a.give(award)
  expect(body).toMatchObject({ status: 'approved', steps: 0, approvers: [] })
  expect(body.post_id).not.toBeNull()
  expect([await a.left(), await a.balanceOf(a.receiver)]).toEqual([980, 20])
})

test('a gift holds points of its budget until it is approved', async () => {
  const award = await a.makeAward({ ...byManager, budget_id: a.budgetId })
  const { body } = await a.give(award)
  expect(body).toMatchObject({ status: 'pending', steps: 1, steps_done: 0, can_decide: false })
  expect(idsOf(body.approvers)).toEqual([a.manager.user_id])
  expect([await a.left(), await a.balanceOf(a.receiver)]).toEqual([980, 0])
  await t.checkLedger()
  const decided = await a.decide(a.manager, body.id)
  expect(decided.body).toMatchObject({
    status: 'approved',
    steps_done: 1,
    decisions: [{ person: { id: a.manager.user_id }, delegate_of: null, approved: true }],
  })
  expect([await a.left(), await a.balanceOf(a.receiver)]).toEqual([980, 20])
  expect(await a.kindsOf(a.giver)).toEqual(['award_decided'])
})

test('a declined gift returns its points, and only the giver sees the reason', async () => {
  const { body } = await a.give(await a.makeAward({ ...byManager, budget_id: a.budgetId }))
  expect(codeOf(await a.decide(a.manager, body.id, { approve: false }))).toEqual([
    'required',
    'reason',
  ])
  const reason = 'Let us wait for the launch'
  const declined = await a.decide(a.manager, body.id, { approve: false, reason })
  expect(declined.body).toMatchObject({ status: 'declined', decline_reason: null })
  expect((await a.findGift(a.giver, body.id)).body.decline_reason).toBe(reason)
  expect((await a.findGift(a.team.admin, body.id)).body.decline_reason).toBeNull()
  expect(await a.left()).toBe(1000)
})

test('a giver withdraws a pending gift only', async () => {
  const { body } = await a.give(await a.makeAward({ ...byManager, budget_id: a.budgetId }))
  expect(codeOf(await a.withdraw(body.id, a.manager))[0]).toBe('forbidden')
  expect((await a.withdraw(body.id)).body.status).toBe('withdrawn')
  expect(await a.left()).toBe(1000)
  expect(codeOf(await a.withdraw(body.id))[0]).toBe('award_decided')
  expect(codeOf(await a.decide(a.manager, body.id))[0]).toBe('award_decided')
  expect(await a.kindsOf(a.manager)).toEqual([])
})

test('steps follow each other and apply from their points', async () => {
  const award = await a.makeAward({
    steps: [
      { approver: 'receiver_manager' },
      { approver: 'people', user_ids: [a.head.user_id, a.team.admin.user_id] },
      { approver: 'people', user_ids: [a.team.admin.user_id], from_points: 40 },
    ],
  })
  expect((await a.give(award, { points: 40 })).body.steps).toBe(3)
  const { body } = await a.give(award, { points: 39 })
  expect(body.steps).toBe(2)
  expect(codeOf(await a.decide(a.head, body.id))[0]).toBe('not_found')
  const first = await a.decide(a.manager, body.id)
  expect(first.body).toMatchObject({ status: 'pending', steps_done: 1 })
  expect(codeOf(await a.decide(a.manager, body.id))[0]).toBe('award_decided')
  expect(codeOf(await a.decide(a.manager, body.id, { step: 1 }))[0]).toBe('forbidden')
  expect((await a.decide(a.head, body.id, { step: 1 })).body.status).toBe('approved')
})

test('a step waits for the owners of the budget', async () => {
  const award = await a.makeAward({
    budget_id: a.budgetId,
    steps: [{ approver: 'budget_owner' }],
  })
  expect(idsOf((await a.give(award)).body.approvers)).toEqual([a.head.user_id])
})

test('nobody approves their own gift or one to themselves', async () => {
  const award = await a.makeAward(byManager)
  const byOwnManager = await a.give(award, {}, a.manager)
  expect(idsOf(byOwnManager.body.approvers)).toEqual([a.head.user_id])
  const named = await a.makeAward({
    name: 'Named',
    steps: [{ approver: 'people', user_ids: [a.receiver.user_id, a.giver.user_id] }],
  })
  expect(idsOf((await a.give(named)).body.approvers)).toEqual([a.manager.user_id])
  const top = await a.give(award, { to_ids: [a.head.user_id] })
  expect(idsOf(top.body.approvers)).toEqual([a.team.admin.user_id])
  const alone = await a.give(award, { to_ids: [a.head.user_id] }, a.team.admin)
  expect(codeOf(alone)[0]).toBe('award_no_approver')
})

test('a delegate decides in the place of an approver within the days', async () => {
  const deputy = await makeMember(t, a.team.workspace_id)
  const { body } = await a.give(await a.makeAward(byManager))
  expect(codeOf(await a.decide(deputy, body.id))[0]).toBe('not_found')
  const today = t.clock.now().toISOString().slice(0, 10)
  const name = (who: { user_id: string }, from = today) =>
    t.call('profiles.set_approval_delegate', {
      token: a.manager.token,
      body: { delegate: { user_id: who.user_id, starts_on: from, ends_on: '2026-12-31' } },
    })
  expect(codeOf(await name(a.manager))[0]).toBe('self_delegate')
  await name(deputy, '2026-12-30')
  expect(codeOf(await a.decide(deputy, body.id))[0]).toBe('not_found')
  expect((await name(deputy)).body).toMatchObject({
    delegate: { id: deputy.user_id },
    starts_on: today,
    ends_on: '2026-12-31',
  })
  expect(idsOf(await a.listGifts(deputy, 'to_decide'))).toEqual([body.id])
  expect((await a.decide(deputy, body.id)).body.decisions).toMatchObject([
    { person: { id: deputy.user_id }, delegate_of: { id: a.manager.user_id } },
  ])
})

test('a delegate never decides a gift to themselves', async () => {
  const { body } = await a.give(await a.makeAward(byManager))
  await t.call('profiles.set_approval_delegate', {
    token: a.manager.token,
    body: {
      delegate: {
        user_id: a.receiver.user_id,
        starts_on: t.clock.now().toISOString().slice(0, 10),
        ends_on: '2026-12-31',
      },
    },
  })
  expect(codeOf(await a.decide(a.receiver, body.id))[0]).toBe('not_found')
  expect(await a.listGifts(a.receiver, 'to_decide')).toEqual([])
  expect(await a.kindsOf(a.receiver)).toEqual([])
})

test('refuses points, people and budgets beyond the award', async () => {
  const award = await a.makeAward({
    budget_id: a.budgetId,
    receivers: { user_ids: [a.receiver.user_id, a.manager.user_id, a.head.user_id] },
    yearly_max: 1,
    steps: [],
  })
  expect((await a.give(award, { points: 51 })).errors).toMatchObject([
    { code: 'out_of_range', field: 'points', params: { start: 20, finish: 50 } },
  ])
  expect(codeOf(await a.give(award, { to_ids: [a.giver.user_id] }))[0]).toBe('self_recognition')
  expect(codeOf(await a.give(award, { to_ids: [a.team.admin.user_id] }))[0]).toBe('award_receivers')
  expect((await a.give(award)).status).toBe(200)
  const again = await a.give(award, { to_ids: [a.manager.user_id, a.receiver.user_id] })
  expect(again.errors).toMatchObject([{ code: 'award_yearly', params: { finish: 1 } }])
  expect(await a.left()).toBe(980)
})

test('a pending gift counts for the year, a declined one does not', async () => {
  const award = await a.makeAward({ ...byManager, yearly_max: 1 })
  const { body } = await a.give(award)
  expect(codeOf(await a.give(award))[0]).toBe('award_yearly')
  await a.decide(a.manager, body.id, { approve: false, reason: 'Not yet' })
  expect((await a.give(award)).status).toBe(200)
})

test('a submission never overdraws its budget', async () => {
  const award = await a.makeAward({ ...byManager, budget_id: a.budgetId, points_max: 1001 })
  expect((await a.give(award, { points: 1001 })).errors).toMatchObject([
    { code: 'budget_overdrawn', params: { left: 1000 } },
  ])
})

test('points of a closed budget return to the issued ones', async () => {
  const { body } = await a.give(await a.makeAward({ ...byManager, budget_id: a.budgetId }))
  await t.call('budgets.close', { token: a.team.admin.token, params: { id: a.budgetId } })
  expect((await a.withdraw(body.id)).body.status).toBe('withdrawn')
  expect(await a.left()).toBe(0)
})

test('a repeated submission gets its first answer', async () => {
  const award = await a.makeAward({ ...byManager, budget_id: a.budgetId })
  const send = () =>
    t.call('awards.give', {
      token: a.giver.token,
      key: 'once',
      body: { award_id: award, to_ids: [a.receiver.user_id], points: 20, text: 'For the move' },
    })
  const first = await send()
  expect((await send()).body.id).toBe(first.body.id)
  expect(await a.left()).toBe(980)
})

test('a retired value is replaced by the default one', async () => {
  const { token } = a.team.admin
  const value = await t.call('values.create', {
    token,
    body: { name: 'Patience', color: '#336699', emoji: '🐢' },
  })
  const award = await a.makeAward({ ...byManager, value_id: value.body.id })
  const { body } = await a.give(award)
  await t.call('values.delete', { token, params: { id: value.body.id } })
  expect((await a.decide(a.manager, body.id)).body.status).toBe('approved')
})
