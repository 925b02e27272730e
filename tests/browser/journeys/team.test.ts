import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  expectFits,
  expectNoHorizontalScroll,
  expectSignedOut,
  waitForLayout,
} from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})

async function openTeam(): Promise<Page> {
  const page = await open(admin, '/settings/team')
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Actions for/ }) })
    .first()
    .waitFor()
  return page
}
const memberRow = (page: Page, name: string) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Actions for ${name}`, exact: true }) })
async function chooseAction(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const stateTab = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Status' }).getByRole('button', { name: new RegExp(`^${name}`) })

/** Checks that the shown menu or dialog scrolls neither a phone nor a desktop sideways. */
async function expectNoScrollAtWidths(page: Page): Promise<void> {
  for (const width of [375, 1_280]) {
    await page.setViewportSize({ width, height: 800 })
    await waitForLayout(page)
    await expectNoHorizontalScroll(page)
  }
}

test('the member menu and its dialogs fit, by keyboard and by mouse', async () => {
  const page = await openTeam()
  const button = page.getByRole('button', { name: 'Actions for Elif Yıldız' })
  const focused = (name: string) =>
    page.getByRole('menuitem', { name }).and(page.locator(':focus')).waitFor()
  await button.focus()
  await page.keyboard.press('Enter')
  await focused('View profile')
  await page.keyboard.press('ArrowDown')
  await focused('Edit')
  await expectFits(page, 'menu', [
    [375, true],
    [1_280, false],
  ])
  await page.keyboard.press('Escape')
  await button.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await focused('View profile')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const edit = page.getByRole('dialog', { name: 'Edit Elif Yıldız' })
  await edit.getByLabel('First name').and(page.locator(':focus')).waitFor()
  await expectNoScrollAtWidths(page)
  await page.keyboard.press('Escape')
  await edit.waitFor({ state: 'detached' })
  await button.and(page.locator(':focus')).waitFor()
  // The crawl checks the other dialogs with axe.
  const dialog = page.getByRole('dialog')
  for (const action of ['Permissions', 'Adjust balance', 'Deactivate', 'Delete']) {
    await chooseAction(page, 'Elif Yıldız', action)
    await dialog.waitFor()
    await expectNoScrollAtWidths(page)
    if (action === 'Deactivate' || action === 'Delete') await expectAccessible(page, action)
    await dialog.getByRole('button', { name: 'Cancel' }).last().click()
    await dialog.waitFor({ state: 'detached' })
  }
})

test('deactivating a member ends their open page', async () => {
  const grace = await open(await createSession(product, 'grace@laurel.example'), '/feed')
  await grace.getByRole('list', { name: 'Posts' }).waitFor()
  const page = await openTeam()
  const counted = async (name: string) =>
    Number(/(\d+)$/.exec(await stateTab(page, name).innerText())?.[1])
  const before = [await counted('Active'), await counted('Deactivated')]
  await chooseAction(page, 'Grace Mwangi', 'Deactivate')
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await memberRow(page, 'Grace Mwangi').getByText('Deactivated').waitFor()
  expect([await counted('Active'), await counted('Deactivated')]).toEqual([
    (before[0] ?? 0) - 1,
    (before[1] ?? 0) + 1,
  ])
  await expectSignedOut(grace)
})
