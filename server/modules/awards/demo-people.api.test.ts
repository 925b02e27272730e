import { expect, test } from 'vitest'
import { createAwardTeam } from '#tests/support/awards.ts'
import { withClient } from '#tests/support/database.ts'
import { makeMember, type Member } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()

test('awards of demo people disappear with them, and the ledger stays balanced', async () => {
  const a = await createAwardTeam(t)
  const demo = await makeMember(t, a.team.workspace_id)
  const award = await a.makeAward({
    budget_id: a.budgetId,
    steps: [{ approver: 'people', user_ids: [a.manager.user_id] }],
  })
  const give = async (...people: Member[]) =>
    (await a.give(award, { to_ids: people.map((person) => person.user_id) })).body.id
  const [whole, mixed] = [await give(demo), await give(demo, a.receiver)]
  const [declined] = [await give(demo, a.receiver), await give(demo)]
  const pending = await give(demo, a.receiver)
  await a.decide(a.manager, whole)
  await a.decide(a.manager, mixed)
  await a.decide(a.manager, declined, { approve: false, reason: 'Not yet' })
  await withClient(t.ownerUrl, (owner) =>
    owner.query('update users set demo = true where id = $1', [demo.user_id]),
  )
  const removed = await t.call('workspace.reset_demo_data', { token: a.team.admin.token })
  expect(removed.status).toBe(204)
  await t.checkLedger()
  expect(await a.left()).toBe(960)
  const gifts = await a.listGifts(a.giver, 'given')
  expect(gifts.map(({ id, status }) => [id, status])).toEqual([
    [pending, 'pending'],
    [declined, 'declined'],
    [mixed, 'approved'],
  ])
  expect(gifts.map(({ receivers }) => receivers.length)).toEqual([1, 1, 1])
  expect((await a.withdraw(pending)).status).toBe(200)
  expect(await a.left()).toBe(980)
  await t.checkLedger()
})
