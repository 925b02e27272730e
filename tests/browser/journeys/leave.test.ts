import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})

/** Checks a state of a screen; LOOK names a folder for its picture. */
async function check(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name)
  await expectNoHorizontalScroll(page)
  const folder = process.env['LOOK']
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
}

test.each([
  [1440, false],
  [375, true],
])('a manager sets and removes a leave at %d', async (width, dark) => {
  const page = await open(admin, '/my-team', { width, dark })
  const button = page.getByRole('button', { name: /^Set leave of / }).first()
  const name = ((await button.getAttribute('aria-label')) ?? '').replace('Set leave of ', '')
  await button.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Away from').fill('2020-03-01')
  await dialog.getByLabel('Away until').fill('2020-02-01')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/^Must be between Mar 1, 2020 and/).waitFor()
  await check(page, `leave dialog ${width}`)
  await dialog.getByLabel('Away until').fill('2029-03-03')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Away until Mar 3, 2029').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await check(page, `my team with a leave ${width}`)
  await page.getByRole('button', { name: `Change leave of ${name}` }).click()
  await dialog.getByRole('button', { name: 'Remove leave' }).click()
  await page.getByRole('button', { name: `Set leave of ${name}` }).waitFor()
  expect(await page.getByText('Away until Mar 3, 2029').count()).toBe(0)
})

test.each([
  [1440, true],
  [375, false],
])('an administrator enters leave and birthday at %d', async (width, dark) => {
  const page = await open(admin, '/settings/team', { width, dark })
  await page.getByRole('button', { name: 'Actions for Camille Durand' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  const birthday = dialog.getByRole('group', { name: 'Birthday' })
  await birthday.getByLabel('Month').selectOption({ label: 'September' })
  await birthday.getByLabel('Day').selectOption('30')
  await birthday.getByLabel('Year').fill('')
  await check(page, `member birthday ${width}`)
  await dialog.getByLabel('Away from').fill('2026-01-02')
  await dialog.getByLabel('Away from').scrollIntoViewIfNeeded()
  await check(page, `member leave ${width}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Actions for Camille Durand' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  expect(await birthday.getByLabel('Year').inputValue()).toBe('')
  expect(await birthday.getByLabel('Month').inputValue()).toBe('09')
  expect(await dialog.getByLabel('Away from').inputValue()).toBe('2026-01-02')
})
