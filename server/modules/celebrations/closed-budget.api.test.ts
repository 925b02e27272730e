import { expect, test } from 'vitest'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { makeTeam } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()

test('a budget that was closed refuses no other change of a celebration', async () => {
  const { token, user_id: ownerId } = (await makeTeam(t)).admin
  const budget = await t.call('budgets.create', {
    token,
    body: { name: 'Moments', period: 'year', points: 30, owner_ids: [ownerId], recipients: {} },
  })
  const budgetId = budget.body.id
  const update = (body: BodyInputOf<'celebrations.update'>) =>
    t.call('celebrations.update', { token, params: { kind: 'birthday' }, body })
  await update({ enabled: true, points: 20, budget_id: budgetId })
  await t.call('budgets.close', { token, params: { id: budgetId } })
  const later = await update({ hour: 11, budget_id: budgetId })
  expect(later.body).toMatchObject({ hour: 11, budget: { id: budgetId } })
  await update({ budget_id: null })
  expect((await update({ budget_id: budgetId })).codes).toEqual(['budget_unavailable'])
})
