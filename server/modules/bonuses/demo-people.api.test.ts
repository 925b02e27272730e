import { expect, test } from 'vitest'
import { createBonusTeam } from '#tests/support/bonuses.ts'
import { withClient } from '#tests/support/database.ts'
import { markPresent } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()

test('payments of demo people disappear with them, and the ledger stays balanced', async () => {
  const b = await createBonusTeam(t)
  const { token } = b.team.admin
  const { body: mixed } = await b.make({ budget_id: b.budgetId })
  const { body: whole } = await b.make({ audience: { user_ids: [b.cleo.user_id] } })
  await b.pay(mixed.id)
  await b.pay(whole.id)
  await withClient(t.ownerUrl, (owner) =>
    owner.query('update users set demo = true where id = $1', [b.cleo.user_id]),
  )
  const removed = await t.call('workspace.reset_demo_data', { token })
  expect(removed.status).toBe(204)
  await t.checkLedger()
  expect((await t.call('bonuses.list', { token })).body).toMatchObject([
    { id: mixed.id, people: 2, points_paid: 80 },
  ])
  expect(await b.left()).toBe(920)
})

test('a reset deletes paid bonuses and keeps unpaid ones', async () => {
  const b = await createBonusTeam(t)
  const { token } = b.team.admin
  const { body: draft } = await b.make()
  await b.pay((await b.make()).body.id)
  await markPresent(t, b.team.admin)
  const { body } = await t.call('config.get', { token })
  const reset = await t.call('workspace.reset', { token, body: { name: body.workspace.name } })
  expect(reset.codes).toEqual([])
  expect((await t.call('bonuses.list', { token })).body.map(({ id }) => id)).toEqual([draft.id])
  await t.checkLedger()
})
