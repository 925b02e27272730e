import { expect, test } from 'vitest'
import { databaseUrl } from '#tests/support/database.ts'
import { runCli, runCommandLine } from '#tests/support/run-cli.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
const workspaceId = '0193a5c0-0000-7000-8000-000000000000'

test.each([
  ['migrate', '--help'],
  ['backup', '--help'],
  ['check-reports', 'rebuild'],
  ['invites-per-day', workspaceId, '10', '20'],
])('does nothing with an argument that is not known: %s %s', async (...words) => {
  const { code, stdout, stderr } = await runCli(t, ...words)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(`laurel ${words[0]}`)
})

test('says what to do about a database without our schema', async () => {
  const env = {
    DATABASE_URL: databaseUrl(t.ownerUrl, 'postgres'),
    DATA_DIR: t.services.config.dataDir,
  }
  const { code, stderr } = await runCommandLine(env, ['check-ledger'])
  expect(code).toBe(1)
  expect(stderr).toMatch(/^relation "\w+" does not exist\n.*DATABASE_URL.*laurel migrate\.\n$/)
})
