import { defineConfig } from 'vitest/config'

/** Tests against programs of other authors (npm run verify:sso, npm run verify:mcp). */
export default defineConfig({
  test: {
    name: 'verify',
    include: ['tests/verify/**/*.test.ts', 'tests/contracts/mcp.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/server-setup.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
