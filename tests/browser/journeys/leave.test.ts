import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  navigateInApp,
  waitUntilSettled,
} from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})
/** Nothing scrolls sideways at both widths, and axe finds nothing in a part of the dark phone. */
async function check(page: Page, where: string, part: string): Promise<void> {
  for (const width of [1_440, 375]) {
    await page.setViewportSize({ width, height: 800 })
    await waitUntilSettled(page)
    await expectNoHorizontalScroll(page)
  }
  await expectAccessible(page, where, part)
}

test('a leave is entered by a manager and by an administrator', async () => {
  const page = await open(admin, '/my-team', { dark: true })
  const button = page.getByRole('button', { name: /^Set leave of / }).first()
  const name = ((await button.getAttribute('aria-label')) ?? '').replace('Set leave of ', '')
  await button.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Away from').fill('2020-03-01')
  await dialog.getByLabel('Away until').fill('2020-02-01')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/^Must be between Mar 1, 2020 and/).waitFor()
  await check(page, 'refused leave', '[role=dialog]')
  await dialog.getByLabel('Away until').fill('2029-03-03')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Away until Mar 3, 2029').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await check(page, 'my team with a leave', 'main')
  await page.getByRole('button', { name: `Change leave of ${name}` }).click()
  await dialog.getByRole('button', { name: 'Remove leave' }).click()
  await page.getByRole('button', { name: `Set leave of ${name}` }).waitFor()
  expect(await page.getByText('Away until Mar 3, 2029').count()).toBe(0)

  await navigateInApp(page, '/settings/team')
  const edit = async () => {
    await page.getByRole('button', { name: 'Actions for Camille Durand' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
  }
  await edit()
  const birthday = dialog.getByRole('group', { name: 'Birthday' })
  await birthday.getByLabel('Month').selectOption({ label: 'September' })
  await birthday.getByLabel('Day').selectOption('30')
  await birthday.getByLabel('Year').fill('')
  await dialog.getByLabel('Away from').fill('2026-01-02')
  await dialog.getByLabel('Away from').scrollIntoViewIfNeeded()
  await check(page, 'leave and birthday of a member', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await edit()
  expect([
    await birthday.getByLabel('Year').inputValue(),
    await birthday.getByLabel('Month').inputValue(),
    await birthday.getByLabel('Day').inputValue(),
    await dialog.getByLabel('Away from').inputValue(),
  ]).toEqual(['', '09', '30', '2026-01-02'])
})
