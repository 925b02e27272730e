import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eraseWorkspace } from '#server/workflows/delete-workspace/reset-and-delete.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { withClient } from '#tests/support/database.ts'
import { assertBillingConsistent, startLocalBilling } from '#tests/support/local-billing.ts'
import {
  adminToken,
  listInvoices,
  addLocalCard,
  startSubscribedTeam,
} from '#tests/support/local-subscriptions.ts'

let t: TestApp
let turn: () => Promise<void>
beforeAll(async () => {
  ;({ t, runDueWork: turn } = await startLocalBilling())
})
afterEach(() => assertBillingConsistent(t))
afterAll(() => t?.close())

async function advanceTo(time: string | Date): Promise<void> {
  t.clock.set(new Date(time))
  await turn()
}

test('erases subscription, invoices and charges with a team', async () => {
  const team = await startSubscribedTeam(t, '2026-06-01T00:00:00Z', 'year')
  await t.call('billing.change_plan', { token: await adminToken(t, team), body: { plan: 'month' } })
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('workspaces')
      .set({ deleted_at: t.clock.now() })
      .where('id', '=', team.workspace_id)
      .execute(),
  )
  await eraseWorkspace(t.services, team.workspace_id)
  await withClient(t.ownerUrl, async (owner) => {
    for (const table of [
      'workspaces',
      'local_subscriptions',
      'local_invoices',
      'local_invoice_lines',
      'local_balance_entries',
      'local_charges',
    ]) {
      expect([
        table,
        (
          await owner.query(
            `select 1 from ${table} where ${table === 'workspaces' ? 'id' : 'workspace_id'} = $1`,
            [team.workspace_id],
          )
        ).rowCount,
      ]).toEqual([table, 0])
    }
  })
})

test('stops charging a deleted team and voids its open invoice at once', async () => {
  const team = await startSubscribedTeam(t, '2026-06-01T00:00:00Z')
  await addLocalCard(t, team, 'fails_later')
  await advanceTo('2026-07-01T02:00:00Z')
  await t.services.billing?.deleteCustomer(
    { workspace_id: team.workspace_id, ref: team.workspace_id },
    t.clock.now(),
  )
  expect((await listInvoices(t, team))[0]?.label).toBe('void')
  // Deleted but not erased yet: nothing is due.
  const other = await startSubscribedTeam(t, '2026-06-01T00:00:00Z')
  await t.services.db.tenant(other.workspace_id, (trx) =>
    trx
      .updateTable('workspaces')
      .set({ deleted_at: t.clock.now() })
      .where('id', '=', other.workspace_id)
      .execute(),
  )
  await advanceTo('2026-07-01T02:00:00Z')
  const charges = await t.services.db.tenant(other.workspace_id, (trx) =>
    trx
      .selectFrom('local_charges')
      .select('id')
      .where('workspace_id', '=', other.workspace_id)
      .execute(),
  )
  expect(charges).toHaveLength(1)
})
