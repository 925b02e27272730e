import { workerUrls } from './database.ts'

/** Whether the tests run on a Citus cluster (`npm run verify:citus`). */
export const onCitus = workerUrls.length > 0

type SkippedTests = { file: string; tests: RegExp; reason: string }

/** Tests that a cluster cannot run, each with the reason. */
const skippedOnCitus: SkippedTests[] = [
  ...['every-noun', 'refused-archives', 'round-trip'].map((name) => ({
    file: `server/ops/workspace-archive/${name}.api.test.ts`,
    tests: /./,
    reason: 'imports a workspace, which needs a database that is not sharded',
  })),
  ...['reconcile', 'reconcile-awards', 'reconcile-bonuses', 'reconcile-budgets'].map((name) => ({
    file: `server/ledger/${name}.api.test.ts`,
    tests: /as a violation$/,
    reason: 'replaces whole tables on the coordinator to tamper with rows',
  })),
  {
    file: 'server/workflows/workspace-exports/workspace-exports.api.test.ts',
    tests: /^a downloaded archive can be imported by another installation$/,
    reason: 'imports a workspace, which needs a database that is not sharded',
  },
  {
    file: 'tests/suites/company-bench.test.ts',
    tests: /./,
    reason: 'creates a company by statements that only one PostgreSQL runs',
  },
  {
    file: 'server/platform/http/speculative-writes.api.test.ts',
    tests: /^authenticates and gives points in one statement from the second call$/,
    reason: 'a sharded database authenticates by a statement of its own',
  },
  {
    file: 'server/modules/billing/checkout.api.test.ts',
    tests: /as a violation$/,
    reason: 'replaces whole tables on the coordinator to tamper with rows',
  },
  {
    file: 'server/platform/database/sharding.api.test.ts',
    tests: /before it is sharded$/,
    reason: 'needs a database that is not sharded',
  },
  ...[
    ['server/modules/users/users.api.test.ts', /^a search among 10,000 people/],
    ['server/modules/reports/bounds.api.test.ts', /^keeps the figures of former members/],
    ['server/modules/celebrations/celebrations-growth.api.test.ts', /./],
    ['server/modules/custom-days/custom-days-growth.api.test.ts', /./],
    ['server/modules/bonuses/bonuses-growth.api.test.ts', /./],
    ['server/workflows/scim/scim-growth.api.test.ts', /^a creation reads few rows/],
  ].map(([file, tests]) => ({
    file: file as string,
    tests: tests as RegExp,
    reason: 'inserts rows with generate_series, which would be COPY under row level security',
  })),
]

/** Returns why a test is skipped, or undefined. */
export function findSkipReason(file: string, name: string): string | undefined {
  if (!onCitus) return undefined
  return skippedOnCitus.find((one) => file.endsWith(one.file) && one.tests.test(name))?.reason
}
