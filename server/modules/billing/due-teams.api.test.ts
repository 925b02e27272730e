import { beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { makeTeam } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { listStaleTeams, listTeamsWithChangedSeats } from './team-queries.ts'

/** A team that the provider refuses stays due, and must not take the place of the others. */
const t = setupTestApp()
beforeAll(async () => {
  for (let n = 2; n > 0; n -= 1) {
    const { workspace_id: workspaceId } = await makeTeam(t)
    const at = new Date(t.clock.now().getTime() - n * 2 * dayMs)
    const ids = { workspace_id: workspaceId, ref: `sub_${n}` }
    await t.services.db.tenant(workspaceId, async (trx) => {
      await trx
        .insertInto('billing_customers')
        .values({ ...ids, provider: 'stripe', name: '', email: '', created_at: at, updated_at: at })
        .execute()
      await trx
        .insertInto('subscriptions')
        .values({
          ...ids,
          status: 'active',
          plan: 'month',
          quantity: 1,
          cancel_at_period_end: false,
          period_start: at,
          period_end: at,
          unpaid: false,
          amount_cents: 100,
          discounts: '[]',
          seats_version: 1,
          read_at: at,
        })
        .execute()
    })
  }
})

test.each([
  ['with changed seats', () => listTeamsWithChangedSeats(t.services.db.global, 1)],
  ['without recent events', () => listStaleTeams(t.services.db.global, t.clock.now(), 1)],
])('a batch of teams %s leaves out none of them for good', async (_teams, list) => {
  const found = new Set<string>()
  for (let run = 0; run < 40; run += 1) for (const id of await list()) found.add(id)
  expect(found.size).toBe(2)
})
