import { expect, test } from 'vitest'
import { runCli } from '#tests/support/run-cli.ts'
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
