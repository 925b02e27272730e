import { defineConfig } from 'vitest/config'
import { startBundledWorkers } from './tests/support/sandbox-workers.ts'

const globalSetup = ['tests/support/global-setup.ts', 'tests/support/bundle-programs.ts']
const setupFiles = ['tests/support/server-setup.ts']
/** For tests with a database. */
const plugins = [startBundledWorkers]

/**
 * The levels of tests (tests/README.md). `npm test -- unit` runs one of them. Browser tests have a
 * configuration of their own, because they need the built interface.
 */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // One more than cores: tests also wait, for leases and for processes that they start.
    maxWorkers: 3,
    // A worker loads and compiles shared modules once, not once for each file.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default second is too short for a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          setupFiles: ['tests/support/server-setup.ts'],
          include: [
            '{client,contract,scripts,server,web}/**/*.test.ts',
            'tests/suites/printed-sql/*.test.ts',
          ],
          exclude: ['**/*.api.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          environment: 'happy-dom',
          setupFiles: ['tests/support/dom-setup.ts'],
          include: ['web/**/*.test.tsx'],
        },
      },
      {
        extends: true,
        plugins,
        test: {
          globalSetup,
          setupFiles,
          name: 'api',
          include: ['server/**/*.api.test.ts', 'tests/{suites,contracts}/**/*.test.ts'],
          exclude: ['tests/suites/*-races.test.ts', 'tests/suites/printed-sql/**'],
        },
      },
      {
        extends: true,
        plugins,
        test: { globalSetup, setupFiles, name: 'race', include: ['tests/suites/*-races.test.ts'] },
      },
      {
        extends: true,
        plugins,
        test: { globalSetup, setupFiles, name: 'chaos', include: ['tests/chaos/*.test.ts'] },
      },
    ],
  },
})
