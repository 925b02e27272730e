import { beforeAll, expect, test } from 'vitest'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import { expectAccessible, expectFits } from '#tests/browser/support/page-checks.ts'

const { product, open } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})

test('the screen for the office fits a television, a desktop and a phone', async () => {
  const page = await open(admin, '/tv')
  await page.locator('article').waitFor()
  await page.locator('aside li').first().waitFor()
  // The pause keeps one post on screen for all pictures.
  await page.getByRole('button', { name: 'Pause' }).click()
  await expectAccessible(page, 'office screen')
  await expectFits(page, 'office-screen', [
    [2560, false],
    [1440, false],
    [768, true],
    [375, false],
  ])
})

test('a display shows posts without a session until its link is deleted', async () => {
  const settings = await open(admin, '/settings/global')
  const card = settings.getByRole('group', { name: 'Office screens' })
  await card.getByRole('button', { name: 'Add a screen' }).click()
  const dialog = settings.getByRole('dialog')
  await dialog.getByLabel('Name of the screen').fill('Canteen')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const { pathname } = new URL(await dialog.getByLabel('Address').inputValue())
  const display = await open(null, null)
  const referrers: string[] = []
  display.on('request', (request) => referrers.push(request.headers()['referer'] ?? ''))
  await display.goto(pathname)
  await display.locator('article').waitFor()
  await display.locator('aside li').first().waitFor()
  expect(referrers.filter((address) => address.includes('/screen/'))).toEqual([])
  await display.getByRole('button', { name: 'Pause' }).click()
  await expectAccessible(display, 'display')
  await expectFits(display, 'display', [
    [1920, false],
    [375, true],
  ])
  // The session of this browser has ended, which concerns no page that needs none.
  const other = await open('ended', pathname, { tolerate: /401/ })
  await other.locator('article').waitFor()
  await expect.poll(() => other.evaluate(() => localStorage.getItem('laurel.session'))).toBe(null)
  expect(new URL(other.url()).pathname).toBe(pathname)
  await dialog.getByRole('button', { name: 'I’ve copied it' }).click()
  await card.getByRole('button', { name: 'Delete Canteen' }).click()
  await settings.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await card.getByText('Canteen', { exact: true }).first().waitFor({ state: 'detached' })
  await display.reload()
  await display.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
})
