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
])('attributes, their dialog and rules fit and pass axe at %d', async (width, dark) => {
  const page = await open(admin, '/settings/attributes', { width, dark })
  await page.getByRole('listitem').getByText('List of options').waitFor()
  await check(page, `attributes ${width}`)
  await page.getByRole('button', { name: 'Edit Office days' }).click()
  await page.getByRole('dialog').getByLabel('Options').waitFor()
  await check(page, `attribute dialog ${width}`)
  await page.goto(`${new URL(page.url()).origin}/settings/groups`)
  await page.getByText('Other', { exact: true }).click()
  await page.getByRole('button', { name: 'Edit Friday lunch' }).click()
  await page.getByText(/people match/).waitFor()
  await check(page, `rule ${width}`)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Friday lunch' }).click()
  await page.getByText('Kept by a rule').waitFor()
  await check(page, `rule page ${width}`)
})

test('a person joins a group by an attribute in the member dialog', async () => {
  const page = await open(admin, '/settings/team')
  await page.getByRole('button', { name: 'Actions for Camille Durand' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Office days' }).click()
  await dialog.getByRole('option', { name: 'Friday' }).click()
  await check(page, 'member dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Camille Durand' }).click()
  await page.getByText('Office days: Friday').waitFor()
  await page.getByRole('link', { name: 'Friday lunch' }).click()
  await page.getByText('Kept by a rule').waitFor()
  await page.getByRole('link', { name: 'Camille Durand Finance' }).waitFor()
  await check(page, 'group by rule')
})

test('a rule is made by keyboard and counts people at once', async () => {
  const page = await open(admin, '/settings/groups')
  await page.getByRole('button', { name: 'Add a group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Kind of group').selectOption('team')
  await dialog.getByLabel('Name', { exact: true }).fill('Two offices')
  await dialog.getByText('By rule').click()
  await dialog.getByLabel('Detail').selectOption('location_id')
  const values = dialog.getByRole('combobox', { name: 'Is one of' })
  const options = dialog.getByRole('listbox').getByRole('option')
  const counted = page.waitForResponse(
    (response) =>
      response.url().endsWith('/groups/rule/preview') &&
      (response
        .request()
        .postData()
        ?.match(/[0-9a-f]{8}-/g)?.length ?? 0) === 2,
  )
  for (const name of ['Berlin', 'Lisbon']) {
    await values.focus()
    await page.keyboard.type(name)
    // The list before the text was typed has the option as well.
    await expect.poll(() => options.allInnerTexts()).toEqual([name])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: `Remove ${name}` }).waitFor()
  }
  const { people } = (await (await counted).json()) as { people: number }
  expect(people).toBeGreaterThan(5)
  await dialog.getByText(`${people} people match`).waitFor()
  await check(page, 'rule by keyboard')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Teams', { exact: true }).click()
  await page.getByText(`${people} people · kept by a rule`).waitFor()
})
