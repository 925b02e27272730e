import { beforeAll, expect, test } from 'vitest'
import { createBonusTeam } from '#tests/support/bonuses.ts'
import { expectViolation } from '#tests/support/ledger-tampering.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { reconcileLedger } from './reconcile.ts'

const t = setupTestApp()
beforeAll(async () => {
  const b = await createBonusTeam(t)
  for (const budgetId of [null, b.budgetId])
    await b.pay((await b.make({ budget_id: budgetId })).body.id)
  await b.make()
})

test('finds no violation in paid and unpaid bonuses', async () => {
  expect(await reconcileLedger(t.ownerUrl)).toEqual([])
})

const movement = 'movement of a bonus is missing or wrong'
const totals = 'totals of a bonus differ from its payments'
test.each([
  [
    'a bonus that is unpaid again',
    `update bonuses set status = 'draft', people = null, points_paid = null, paid_at = null,
      paid_by = null`,
    movement,
  ],
  [
    'a payment of other points',
    'update bonus_payments set points = points + 1 where points = 120',
    movement,
  ],
  ['a missing payment', 'delete from bonus_payments where points = 20', totals],
  ['other totals', 'update bonuses set people = people + 1', totals],
  [
    'points from another account',
    `update entries e set account = 'held', budget_id = null from movements m
      where m.workspace_id = e.workspace_id and m.id = e.movement_id and m.type = 'bonus'
      and e.user_id is null`,
    movement,
  ],
  [
    'a movement without its bonus',
    "update movements set source_id = gen_random_uuid() where type = 'bonus'",
    'movement of a bonus without its bonus',
  ],
])('reports %s as a violation', (_, tampering, what) => expectViolation(t, tampering, what))
