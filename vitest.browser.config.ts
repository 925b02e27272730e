import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'browser',
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts', 'tests/browser/support/global-setup.ts'],
    environment: 'node',
    pool: 'forks',
    // The files of a worker share its modules and its browser.
    isolate: false,
    // One more than cores: tests also wait, for timers of the product and for events.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The default second is too short for a page of a busy machine.
    expect: { poll: { timeout: 15_000 } },
    // A browser on a shared machine sometimes misses an event. The summary of the run names tests
    // that passed only when run again.
    retry: process.env['CI'] ? 1 : 0,
    sequence: { concurrent: false },
  },
})
