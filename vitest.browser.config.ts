import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts', 'tests/browser/support/global-setup.ts'],
    environment: 'node',
    pool: 'forks',
    // One more than cores: tests also wait, for timers of the product and for events.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    sequence: { concurrent: false },
  },
})
