import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createTeam, latestCode } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'

const { product, open } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createTeam(product, 'founder@northwind.example', 'Northwind Traders')
})

const linkPath = '/settings/team/invite?tab=link'
const checkPage = async (page: Page, where: string) => {
  await expectAccessible(page, where)
  await expectNoHorizontalScroll(page)
}

/** Verifies an address by its mailed code, on the page that requests it. */
async function proveAddress(page: Page, email: string): Promise<void> {
  const before = new Date(Date.now() - 1).toISOString()
  await page.getByLabel('Work email').fill(email)
  await page.getByRole('button', { name: /^(Send me a code|Continue)$/ }).click()
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type(await latestCode(product, email, before), { delay: 15 })
}
async function fillName(page: Page, firstName: string): Promise<void> {
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill('Newcomer')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/(add-photo|welcome|feed)/)
}

/** Creates the link of the team, or returns the one that it has. */
async function copyLink(page: Page): Promise<string> {
  const field = page.getByLabel('Join link', { exact: true })
  await page.getByRole('button', { name: 'Create link' }).or(field).first().waitFor()
  if (!(await field.isVisible())) await page.getByRole('button', { name: 'Create link' }).click()
  await field.waitFor()
  return field.inputValue()
}

test('a new user joins by the link of the team', async () => {
  const settings = await open(admin, linkPath, { width: 375 })
  const link = new URL(await copyLink(settings))
  await settings.getByRole('img', { name: 'QR code of the join link' }).waitFor()
  await checkPage(settings, 'tab with a link')

  const page = await open(null, `${link.pathname}${link.hash}`, { width: 375 })
  await page.getByRole('heading', { name: 'Join Northwind Traders' }).waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await checkPage(page, 'join page')
  await proveAddress(page, 'linked@elsewhere.example')
  await page.getByText('You’re joining as linked@elsewhere.example.').waitFor()
  await checkPage(page, 'join page after the code')
  await page.getByRole('button', { name: 'Join the team' }).click()
  await fillName(page, 'Linus')

  await settings.reload()
  await settings.getByText(/1 person has joined/).waitFor()
})

test('people with an address of the domain join after signing in', async () => {
  const settings = await open(admin, linkPath)
  // Not `check()`, which expects the new state before React has rendered it.
  await settings.getByRole('switch', { name: /@northwind.example/ }).click()
  await settings.getByText('People at northwind.example can now join').waitFor()
  await checkPage(settings, 'tab with a domain')

  const page = await open(null, '/login')
  await proveAddress(page, 'dora@northwind.example')
  await page.getByRole('heading', { name: 'Teams you can join' }).waitFor()
  await checkPage(page, 'teams to join')
  await page.getByRole('button', { name: /Northwind Traders/ }).click()
  await fillName(page, 'Dora')

  const stranger = await open(null, '/login')
  await proveAddress(stranger, 'dora@mail.northwind.example')
  await stranger.getByText('This address isn’t on any team').waitFor()
})

test('the printed page shows only the poster', async () => {
  const page = await open(admin, linkPath)
  await copyLink(page)
  // The dialog of the browser cannot be opened in a test.
  await page.evaluate(() => {
    window.print = () => {}
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await page.emulateMedia({ media: 'print' })
  await page.getByText('Join Northwind Traders on Laurel').waitFor()
  expect(await page.getByRole('heading', { name: 'Invite people' }).isVisible()).toBe(false)
  expect(await page.getByRole('img', { name: 'QR code of the join link' }).count()).toBe(1)
})

test('a revoked link shows that it no longer works', async () => {
  const settings = await open(admin, linkPath)
  const link = new URL(await copyLink(settings))
  await settings.getByRole('button', { name: 'Revoke link' }).click()
  await settings.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click()
  await settings.getByRole('button', { name: 'Create link' }).waitFor()
  const page = await open(null, `${link.pathname}${link.hash}`)
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await checkPage(page, 'link that no longer works')
})
