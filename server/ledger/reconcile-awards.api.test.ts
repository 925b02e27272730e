import { beforeAll, expect, test } from 'vitest'
import { createAwardTeam } from '#tests/support/awards.ts'
import { expectViolation } from '#tests/support/ledger-tampering.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { reconcileLedger } from './reconcile.ts'

const t = setupTestApp()
beforeAll(async () => {
  const a = await createAwardTeam(t)
  const award = await a.makeAward({
    budget_id: a.budgetId,
    steps: [{ approver: 'receiver_manager' }],
  })
  const [given, declined] = [await a.give(award), await a.give(award, { points: 30 })]
  await a.give(award, { points: 40 })
  await a.decide(a.manager, given.body.id)
  await a.decide(a.manager, declined.body.id, { approve: false, reason: 'Not yet' })
})

test('finds no violation in pending, given and declined awards', async () => {
  expect(await reconcileLedger(t.ownerUrl)).toEqual([])
})

const held = 'held points of an award are missing or wrong'
const released = 'released points of an award are missing or wrong'
test.each([
  [
    'a pending award that is withdrawn without its points',
    `update award_gifts set status = 'withdrawn', ended_at = now(), next_at = null
      where status = 'pending'`,
    released,
  ],
  [
    'an approved award that holds its points',
    `update award_gifts set status = 'pending', ended_at = null, post_id = null
      where status = 'approved'`,
    'held points differ from open purchases and awards',
  ],
  ['an award that holds other points', 'update award_gifts set points = points + 1', held],
  [
    'points held from another account',
    `update entries e set account = 'issued', budget_id = null from movements m
      where m.workspace_id = e.workspace_id and m.id = e.movement_id and m.type = 'award_held'
      and e.account = 'budget'`,
    held,
  ],
  [
    'points released to a wallet',
    `update entries e set account = 'redeemed', budget_id = null from movements m
      where m.workspace_id = e.workspace_id and m.id = e.movement_id and m.type = 'award_released'
      and e.account = 'budget'`,
    released,
  ],
  [
    'a movement without its award',
    "update movements set source_id = gen_random_uuid() where type = 'award_held'",
    'movement of an award without its gift',
  ],
])('reports %s as a violation', (_, tampering, what) => expectViolation(t, tampering, what))
