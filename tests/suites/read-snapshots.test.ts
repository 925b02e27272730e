import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { RouteName } from '#contract/routes/index.ts'
import type { Database, Trx } from '#server/platform/database/database.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  callWithExample,
  listMountedCalls,
  makeTenantFixture,
  routeOf,
  type TenantFixture,
} from '#tests/support/example-requests.ts'

/**
 * A figure and the rows that it sums agree only within one snapshot. A reading call with several
 * statements therefore runs them in `db.readSnapshot`.
 */
let statements = 0
const countStatements: KyselyPlugin = {
  transformQuery({ node }) {
    statements += 1
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}
/** Returns the database with a count of the statements that each see a snapshot of their own. */
const watchTransactions = (db: Database): Database => ({
  ...db,
  tenant: (workspaceId, work) =>
    db.tenant(workspaceId, (trx) => work(trx.withPlugin(countStatements) as Trx)),
})
/** These calls also write: an audit entry, or the first payer record of a team. */
const writingCalls: RouteName[] = [
  'coins.csv',
  'billing.details',
  'billing.upcoming',
  'bonuses.csv',
  'payroll_runs.draft_csv',
  'payroll_runs.csv',
  'people_sync.refused',
  'celebrations.csv',
  'history_imports.refused',
  'imports.refused',
  'leavers.csv',
  'liability.csv',
  'nominations.csv',
  'posts.csv',
  'rewards.purchases_csv',
  'users.csv',
  'workspace.audit_csv',
  'workspace.audit_lines',
]

const t = setupTestApp(() => ({ wrap: watchTransactions }))
let fixture: TenantFixture
let calls: RouteName[]
beforeAll(async () => {
  calls = (await listMountedCalls(t)).filter((name) => routeOf(name).method === 'GET')
  fixture = await makeTenantFixture(t)
})

test('a reading call has several statements only in one snapshot', async () => {
  const found: RouteName[] = []
  for (const name of calls) {
    statements = 0
    await callWithExample(t, name, fixture.team.admin.token, fixture)
    if (statements > 1) found.push(name)
  }
  expect(calls.length).toBeGreaterThan(50)
  expect(found).toEqual(writingCalls)
})
