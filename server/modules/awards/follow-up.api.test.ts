import { afterEach, beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { type AwardTeam, createAwardTeam } from '#tests/support/awards.ts'
import { makeMember } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let a: AwardTeam
let giftId: string
beforeEach(async () => {
  a = await createAwardTeam(t)
  const award = await a.makeAward({
    budget_id: a.budgetId,
    steps: [{ approver: 'receiver_manager' }],
  })
  giftId = (await a.give(award)).body.id
})
afterEach(() => t.checkLedger())

const pass = async (days: number) => {
  t.clock.advance(days * dayMs)
  await a.followUp()
  await a.followUp()
}
const idsOf = (people: { id: string }[]) =>
  people.map(({ id }) => id).toSorted((one, other) => one.localeCompare(other))

test('approvers are reminded once after two days', async () => {
  await pass(1.9)
  expect(await a.kindsOf(a.manager)).toEqual(['approval_requested'])
  await pass(0.2)
  expect(await a.kindsOf(a.manager)).toEqual(['approval_reminder', 'approval_requested'])
  const [reminder] = (await t.call('inbox.list', { token: a.manager.token })).body.items
  expect(reminder?.award).toMatchObject({ id: giftId, name: 'Helping hand', status: 'pending' })
  await t.call('inbox.mark_read', { token: a.manager.token, body: { until: reminder?.id } })
  await pass(1)
  expect((await t.call('inbox.summary', { token: a.manager.token })).body.unread).toBe(0)
  expect(await a.kindsOf(a.head)).toEqual([])
})

test('the next manager and administrators may decide after five days', async () => {
  await pass(5)
  expect(await a.kindsOf(a.head)).toEqual(['approval_requested'])
  expect(await a.kindsOf(a.team.admin)).toEqual(['approval_requested'])
  expect(idsOf((await a.findGift(a.giver, giftId)).body.approvers)).toEqual(
    idsOf([a.manager, a.head, a.team.admin].map(({ user_id: id }) => ({ id }))),
  )
  expect((await a.decide(a.head, giftId)).body.status).toBe('approved')
  expect(await a.kindsOf(a.team.admin)).toEqual([])
})

test('the giver is asked after 14 days, and the gift keeps waiting', async () => {
  await pass(14)
  expect(await a.kindsOf(a.giver)).toEqual(['award_waiting'])
  await pass(14)
  expect((await a.findGift(a.giver, giftId)).body.status).toBe('pending')
  expect(await a.kindsOf(a.giver)).toEqual(['award_waiting'])
  await a.withdraw(giftId)
  expect(await a.kindsOf(a.giver)).toEqual([])
})

test('a gift to somebody who leaves is withdrawn, and its giver is told', async () => {
  await a.deactivate(a.receiver)
  expect((await a.findGift(a.giver, giftId)).body).toMatchObject({
    status: 'withdrawn',
    receiver_left: true,
  })
  expect(await a.kindsOf(a.giver)).toEqual(['award_decided'])
  expect(await a.left()).toBe(1000)
})

test('the next manager decides in the place of an approver who leaves', async () => {
  await a.deactivate(a.manager)
  expect(idsOf((await a.findGift(a.giver, giftId)).body.approvers)).toEqual([a.head.user_id])
  expect(await a.kindsOf(a.head)).toEqual(['approval_requested'])
  await t.call('users.delete', { token: a.team.admin.token, params: { id: a.head.user_id } })
  expect(idsOf((await a.findGift(a.giver, giftId)).body.approvers)).toEqual([a.team.admin.user_id])
})

test('a new manager decides after the last approver of an old gift has left', async () => {
  const { admin } = a.team
  const award = await a.makeAward({ name: 'Old', steps: [{ approver: 'receiver_manager' }] })
  const { id } = (await a.give(award, {}, admin)).body
  await pass(15)
  for (const approver of [a.manager, a.head]) await a.deactivate(approver)
  expect((await a.findGift(admin, id)).body.approvers).toEqual([])
  const successor = await makeMember(t, a.team.workspace_id)
  await t.call('users.update', {
    token: admin.token,
    params: { id: a.receiver.user_id },
    body: { organization: { manager_id: successor.user_id } },
  })
  await pass(1)
  expect(idsOf((await a.findGift(admin, id)).body.approvers)).toEqual([successor.user_id])
  expect((await a.decide(successor, id)).body.status).toBe('approved')
})

test('an administrator without the permission any longer does not approve', async () => {
  const { admin } = a.team
  const former = await makeMember(t, a.team.workspace_id)
  const setAdministrator = (account_administrator: boolean) =>
    t.call('users.permissions', {
      token: admin.token,
      params: { id: former.user_id },
      body: { account_administrator },
    })
  await setAdministrator(true)
  await pass(5)
  expect((await a.findGift(former, giftId)).body.can_decide).toBe(true)
  await setAdministrator(false)
  expect((await a.findGift(former, giftId)).status).toBe(404)
  expect((await a.decide(former, giftId)).status).toBe(404)
  expect(await a.kindsOf(former)).toEqual([])
  expect(idsOf((await a.findGift(a.giver, giftId)).body.approvers)).toEqual(
    idsOf([a.manager, a.head, admin].map(({ user_id: id }) => ({ id }))),
  )
})

test('a gift keeps running after its giver is deactivated', async () => {
  await a.deactivate(a.giver)
  expect((await a.decide(a.manager, giftId)).body.status).toBe('approved')
})

test('a delegation ends with the delegate', async () => {
  const deputy = await makeMember(t, a.team.workspace_id)
  const { token } = a.manager
  await t.call('profiles.set_approval_delegate', {
    token,
    body: {
      delegate: {
        user_id: deputy.user_id,
        starts_on: t.clock.now().toISOString().slice(0, 10),
        ends_on: '2026-12-31',
      },
    },
  })
  await a.deactivate(deputy)
  const { body } = await t.call('profiles.approval_delegate', { token })
  expect(body).toEqual({ delegate: null, starts_on: null, ends_on: null })
})

test('people who muted approvals are not told', async () => {
  const muted = await makeMember(t, a.team.workspace_id)
  await t.call('inbox.set_preferences', {
    token: muted.token,
    body: { approval_requested: false },
  })
  const award = await a.makeAward({
    name: 'Muted',
    steps: [{ approver: 'people', user_ids: [muted.user_id] }],
  })
  await a.give(award)
  expect(await a.kindsOf(muted)).toEqual([])
  expect(await a.listGifts(muted, 'to_decide')).toHaveLength(1)
})
