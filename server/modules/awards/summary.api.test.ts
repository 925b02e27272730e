import { expect, test } from 'vitest'
import { createAwardTeam } from '#tests/support/awards.ts'
import type { Member } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
const nothing = {
  can_give: false,
  to_decide: 0,
  has_decided: false,
  has_given: false,
  has_received: false,
}
const readSummary = async ({ token }: Member) => (await t.call('awards.summary', { token })).body
const hasAwards = async ({ token }: Member) =>
  (await t.call('config.get', { token })).body.has_awards

test('the summary follows a gift from its submission to its approval', async () => {
  const a = await createAwardTeam(t)
  expect(await hasAwards(a.receiver)).toBe(false)
  const award = await a.makeAward({
    givers: { user_ids: [a.giver.user_id] },
    budget_id: a.budgetId,
    steps: [{ approver: 'receiver_manager' }],
  })
  expect(await hasAwards(a.receiver)).toBe(true)
  expect(await readSummary(a.giver)).toEqual({ ...nothing, can_give: true })
  const { body: gift } = await a.give(award)
  expect(gift).toMatchObject({ budget: { id: a.budgetId, name: 'Awards' }, private: false })
  expect(await readSummary(a.giver)).toEqual({ ...nothing, can_give: true, has_given: true })
  expect(await readSummary(a.manager)).toEqual({ ...nothing, to_decide: 1 })
  expect(await readSummary(a.receiver)).toEqual(nothing)
  await a.decide(a.manager, gift.id)
  expect(await readSummary(a.manager)).toEqual({ ...nothing, has_decided: true })
  expect(await readSummary(a.receiver)).toEqual({ ...nothing, has_received: true })
  expect((await a.findGift(a.receiver, gift.id)).body.budget).toBeNull()
})

test('a giver sees the steps of an award without their people', async () => {
  const a = await createAwardTeam(t)
  await a.makeAward({
    steps: [{ from_points: 30, approver: 'people', user_ids: [a.head.user_id] }],
  })
  const { body } = await t.call('awards.available', { token: a.giver.token })
  expect(body[0]?.steps).toEqual([{ from_points: 30, approver: 'people' }])
})
