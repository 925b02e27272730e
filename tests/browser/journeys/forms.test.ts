import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '#tests/browser/support/page-checks.ts'
import { saveScreenshot } from '#tests/browser/support/visual-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

/**
 * Behavior of every form in a browser: a refused save shows its field, and unsaved changes ask
 * before they are lost.
 */
const { product, open, api } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})

const expectFocus = async (page: Page, name: string) => {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe(name)
}
/** Asserts that the element is fully on screen and nothing covers its middle. */
const expectFullyVisible = async (page: Page, name: string) => {
  await expect
    .poll(() =>
      page.locator(`[name=${name}]`).evaluate((field) => {
        const { top, bottom, left, height } = field.getBoundingClientRect()
        return (
          top > 0 &&
          bottom < innerHeight &&
          document.elementFromPoint(left + 20, top + height / 2) === field
        )
      }),
    )
    .toBe(true)
}
const leaveDialog = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

test('a refused save of global settings shows its field at any width', async () => {
  const page = await open(admin, '/settings/global', { width: 375 })
  const limit = page.getByLabel('Points to give per period')
  await limit.fill('2.5')
  await page.getByText('Please enter a whole number').waitFor()
  await expectAccessible(page, 'a number that is none')
  await limit.fill('99999999')
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(() => {
      ;(document.activeElement as HTMLElement | null)?.blur()
      scrollTo(0, 0)
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Must be between 0 and 1,000,000').waitFor()
    await expectFocus(page, 'limit')
    await expectFullyVisible(page, 'limit')
    await saveScreenshot(page, `refused-global-${width}`)
  }
})

test('a refused save in a dialog focuses its field', async () => {
  const page = await open(admin, '/settings/team')
  await page.getByRole('button', { name: 'Actions for Camille Durand' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phone').fill('12345')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectFocus(page, 'phone')
  await expectFullyVisible(page, 'phone')
})

test('leaving unsaved settings asks for confirmation', async () => {
  const page = await open(admin, '/settings')
  await page.getByRole('main').getByRole('link', { name: 'Global settings' }).click()
  const name = page.getByLabel('Team name')
  await name.fill('Difference Engines')
  await page
    .getByRole('navigation', { name: 'Main' })
    .first()
    .getByRole('link', { name: 'Feed' })
    .click()
  await leaveDialog(page).waitFor()
  await saveScreenshot(page, 'unsaved')
  await expectAccessible(page, 'unsaved changes')
  await leaveDialog(page).getByRole('button', { name: 'Keep editing' }).last().click()
  expect([new URL(page.url()).pathname, await name.inputValue()]).toEqual([
    '/settings/global',
    'Difference Engines',
  ])
  await page.goBack()
  await leaveDialog(page).getByRole('button', { name: 'Keep editing' }).last().click()
  expect([new URL(page.url()).pathname, await name.inputValue()]).toEqual([
    '/settings/global',
    'Difference Engines',
  ])
  const closing = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const dialog = await closing
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await page.goBack()
  await leaveDialog(page).getByRole('button', { name: 'Discard changes' }).click()
  await page.waitForURL('**/settings')
})

test('leaving unsaved profile details asks for confirmation', async () => {
  const token = await createSession(product, 'elif@laurel.example')
  const page = await open(token, '/edit-profile')
  await page.getByLabel('Job title').fill('Keeper of clocks')
  await page.getByRole('link', { name: 'My profile' }).first().click()
  await leaveDialog(page).getByRole('button', { name: 'Keep editing' }).last().click()
  await api('DELETE', '/auth/session', token)
  // The page may notice the end by its live events before the click.
  await Promise.race([
    page.waitForURL('**/login'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ])
  await page.waitForURL('**/login')
})
