import { expect, test } from 'vitest'
import { type RouteName, routeNames, routes } from '#contract/routes/index.ts'
import { createPairSums } from '#server/modules/reports/create-pair-sums.ts'
import { createWorkspaceSnapshots } from '#server/modules/reports/create-snapshots.ts'
import { reconcileReports } from '#server/modules/reports/reconcile.ts'
import type { RollupDifference } from '#server/modules/reports/rollup-queries.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { openBenchApp } from '../../bench/bench-app.ts'
import { companyCalls, unmeasuredCalls } from '../../bench/company-calls.ts'
import { isWithinBounds, measureCalls } from '../../bench/company-measure.ts'
import { seedCompany } from '../../bench/seed-company.ts'

const t = setupTestApp(() => ({ at: new Date() }))
const isGet = (name: RouteName) => routes[name].method === 'GET'
const ids = {
  user: '',
  post: '',
  value: '',
  reward: '',
  purchase: '',
  manager: '',
  group: '',
  top_department: '',
  budget: '',
  gift: '',
  bonus: '',
  connection: '',
}

test('measures every GET of the contract or lists a reason', () => {
  const measured = companyCalls({ ids })
    .map(({ name }) => name)
    .filter(isGet)
  const unmeasured = Object.keys(unmeasuredCalls) as RouteName[]
  expect([...new Set([...measured, ...unmeasured])].toSorted()).toEqual(
    routeNames.filter(isGet).toSorted(),
  )
  expect(measured.filter((name) => unmeasured.includes(name))).toEqual([])
})

test('answers every measured call within its statements in a small team', async () => {
  const company = await seedCompany(t.ownerUrl, { people: 40, posts: 2_000 })
  await createWorkspaceSnapshots(t.services.db, company.workspace, {
    at: new Date(),
    rowsMin: 400,
  })
  await createPairSums(t.services.db, company.workspace, { at: new Date(), postsMin: 400 })
  const differences: RollupDifference[] = []
  await reconcileReports(t.services.db, {
    rebuild: false,
    onDifference: (one) => differences.push(one),
  })
  expect(differences).toEqual([])
  const bench = await openBenchApp(t.ownerUrl, t.services.config.dataDir)
  try {
    for (const call of companyCalls(company)) {
      const [figures] = await measureCalls(bench, [{ ...call, token: company.admin }], 0)
      expect(figures?.buffers, call.path).toBeGreaterThan(0)
      expect(
        figures && isWithinBounds(call, figures, figures, false),
        `${call.path}: ${figures?.statements} statements`,
      ).toBe(true)
    }
  } finally {
    await bench.close()
  }
}, 120_000)

test('exceeds the bounds with more buffers, statements or time', () => {
  const call = { name: 'values.list', path: '/values', statements: 4 } as const
  const figures = { buffers: 1_000, p50: 10, statements: 4, bytes: 1 }
  expect(isWithinBounds(call, figures, figures, true)).toBe(true)
  for (const more of [{ buffers: 1_501 }, { p50: 51 }, { statements: 5 }])
    expect(isWithinBounds(call, figures, { ...figures, ...more }, true)).toBe(false)
  const longer = { ...figures, buffers: 20_000, bytes: 2 }
  expect(isWithinBounds(call, figures, longer, true)).toBe(true)
  const ranking = { ...call, growsWith: 'people' } as const
  expect(isWithinBounds(ranking, figures, { ...figures, buffers: 20_000 }, true)).toBe(true)
  for (const more of [{ p50: 51 }, { statements: 5 }])
    expect(isWithinBounds(ranking, figures, { ...figures, ...more }, true)).toBe(false)
})
