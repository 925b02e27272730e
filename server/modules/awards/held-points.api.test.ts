import { expect, test } from 'vitest'
import { createAwardTeam } from '#tests/support/awards.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()

test('points held in an earlier period do not return to the budget', async () => {
  t.clock.set(new Date('2031-05-20T12:00:00Z'))
  const a = await createAwardTeam(t)
  const { token } = a.team.admin
  const { body: budget } = await t.call('budgets.create', {
    token,
    body: {
      name: 'Monthly',
      period: 'month',
      points: 30,
      owner_ids: [a.head.user_id],
      recipients: {},
    },
  })
  const award = await a.makeAward({
    steps: [{ approver: 'receiver_manager' }],
    budget_id: budget.id,
  })
  const gift = await a.give(award)
  t.clock.set(new Date('2031-06-02T12:00:00Z'))
  const left = async () =>
    (await t.call('budgets.list', { token })).body.find(({ id }) => id === budget.id)?.left
  expect(await left()).toBe(30)
  const { body } = await a.decide(a.manager, gift.body.id)
  const deleted = await t.call('posts.delete', { token, params: { id: body.post_id ?? '' } })
  expect(deleted.status).toBe(200)
  expect([await left(), await a.balanceOf(a.receiver)]).toEqual([30, 0])
  await t.checkLedger()
})
