import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { openArchive } from '#server/modules/people-files/zip-archive.ts'
import { createTeam } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import { expectFits } from '#tests/browser/support/page-checks.ts'
import { enterPresenceCode, presenceDialog } from '#tests/browser/support/presence.ts'

const { product, open, inDatabase } = setupFixtures()
const email = 'ada@archive.example'
let admin: string
beforeAll(async () => {
  admin = await createTeam(product, email, 'Archivists')
})

const archiveTimeoutMs = 60_000

test('an archive is built, downloaded with presence and deleted', async () => {
  await inDatabase('update sessions set proven_at = null')
  const page = await open(admin, '/settings/danger')
  const since = new Date(Date.now() - 1).toISOString()
  await page.getByRole('button', { name: 'Create an archive' }).click()
  await presenceDialog(page).waitFor()
  await enterPresenceCode(page, product, { to: email, since })
  await page.getByText('Requested by Ada Lovelace', { exact: false }).waitFor()
  // The archive is built in the background, which takes longer on a busy machine.
  await page
    .getByRole('button', { name: 'Download', exact: true })
    .waitFor({ timeout: archiveTimeoutMs })
  await page.getByText('Available until', { exact: false }).waitFor()
  await expectFits(page, 'finished archive', [
    [375, true],
    [1280, false],
  ])

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  const read = openArchive(await readFile(await download.path()), 50_000_000)
  const manifest = JSON.parse(String(read('manifest.json'))) as { workspace: { name: string } }
  expect(manifest.workspace.name).toBe('Archivists')
  expect(read('manifest.jws')).toBeDefined()
  expect(String(read('users.jsonl'))).toContain('Lovelace')

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Delete this archive?' })
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Download', exact: true }).waitFor({ state: 'detached' })
  await expect
    .poll(() => page.getByRole('button', { name: 'Create an archive' }).isEnabled())
    .toBe(true)
})
