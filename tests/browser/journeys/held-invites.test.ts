import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import { waitFor, listMailsTo, createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open } = setupFixtures(() => ({ INVITES_PER_DAY_TRIAL: '100000' }))
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})

const checkPage = async (page: Page, where: string) => {
  await expectAccessible(page, where)
  await expectNoHorizontalScroll(page)
}

test('people are added now and invited later from the team page', async () => {
  const page = await open(admin, '/settings/team/import', { width: 375 })
  const address = 'lena@later.example.test'
  await page.locator('input[type=file]').setInputFiles({
    name: 'later.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Email,Name\n${address},Lena Later\n`),
  })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('radio', { name: 'On a date' }).check()
  await page.getByLabel(/^Date/).waitFor()
  await checkPage(page, 'invitations on a date')
  await page.getByRole('button', { name: 'Plan 1 invitation' }).click()
  await page.getByText('1 person isn’t invited yet.').waitFor()
  await checkPage(page, 'planned invitations')
  await page.getByRole('button', { name: 'Cancel the date' }).click()
  await page.getByText('Invite them from the team page').waitFor()
  expect(await listMailsTo(product, address)).toEqual([])

  await page.goto(`/settings/team?search=${encodeURIComponent(address)}`)
  await page.getByText('Not invited yet').waitFor()
  await checkPage(page, 'team with a person who waits')
  await page.getByRole('checkbox', { name: /Lena Later/ }).check()
  await page.getByRole('button', { name: 'Send invites' }).click()
  await waitFor(async () => (await listMailsTo(product, address)).length === 1)
})
