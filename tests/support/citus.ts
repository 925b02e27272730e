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
  {
    file: 'server/ledger/reconcile.api.test.ts',
    tests: /as a violation$/,
    reason: 'replaces whole tables on the coordinator to tamper with rows',
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
  {
    file: 'server/modules/users/users.api.test.ts',
    tests: /^a search among 10,000 people takes at most 100 ms$/,
    reason: 'inserts rows with generate_series, which would be COPY under row level security',
  },
  {
    file: 'server/modules/reports/bounds.api.test.ts',
    tests: /^keeps the figures of former members and lists five popular rewards$/,
    reason: 'inserts rows with generate_series, which would be COPY under row level security',
  },
]

/** Returns why a test is skipped, or undefined. */
export function findSkipReason(file: string, name: string): string | undefined {
  if (!onCitus) return undefined
  return skippedOnCitus.find((one) => file.endsWith(one.file) && one.tests.test(name))?.reason
}
