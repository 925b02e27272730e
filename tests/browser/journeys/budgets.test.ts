import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callApi, createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  waitUntilSettled,
} from '#tests/browser/support/page-checks.ts'

const { product, open } = setupFixtures()
let admin: string
let owner: string
let ids: { admin: string; owner: string }
const readUserId = async (token: string) =>
  (await callApi<{ user: { id: string } }>(product, 'GET', '/config', token)).user.id
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  owner = await createSession(product, 'tomas@laurel.example')
  ids = { admin: await readUserId(admin), owner: await readUserId(owner) }
})

async function check(page: Page, name: string): Promise<void> {
  await waitUntilSettled(page)
  await expectAccessible(page, name)
  await expectNoHorizontalScroll(page)
}
const createBudget = (name: string, fields: object = {}) =>
  callApi<{ id: string }>(product, 'POST', '/budgets', admin, {
    name,
    period: 'once',
    points: 100,
    owner_ids: [ids.owner],
    recipients: {},
    ...fields,
  })

test('an administrator creates, fills, empties and closes a budget', async () => {
  await createBudget('Conference')
  const page = await open(admin, '/settings/budgets')
  await page.getByRole('button', { name: 'Add a budget' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Welcome')
  await dialog.getByLabel('Points', { exact: true }).fill('1,000')
  await dialog.getByRole('combobox', { name: 'Owners' }).fill('Tom')
  await dialog.getByRole('option', { name: 'Tomás' }).click()
  await dialog.getByText('Some people').click()
  await dialog.getByRole('switch', { name: 'Managers only' }).click()
  await dialog.getByText(/people match/).waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'Welcome' })
  await card.getByText('1,000 of 1,000 left').waitFor()

  const openAction = async (name: string) => {
    await card.getByRole('button', { name: 'More actions for Welcome' }).click()
    await page.getByRole('menuitem', { name }).click()
    await dialog.waitFor()
  }
  await openAction('Add or return points')
  await dialog.getByLabel('Points', { exact: true }).fill('200')
  await dialog.getByLabel('Reason').fill('Many new colleagues')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await card.getByText('1,200 of 1,200 left').waitFor()

  await openAction('Move points')
  await dialog.getByLabel('To this budget').selectOption({ label: 'Conference' })
  await dialog.getByLabel('Points', { exact: true }).fill('1,201')
  await dialog.getByLabel('Reason').fill('Prizes for the quiz')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await dialog.getByText(/Points left in this budget: 1,?200/).waitFor()
  await dialog.getByLabel('Points', { exact: true }).fill('300')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await card.getByText('900 of 900 left').waitFor()

  await openAction('Close the budget')
  await dialog.getByText(/^900 points return/).waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByText('Closed budgets (1)').click()
  await page.getByRole('link', { name: 'Welcome' }).click()
  await page.getByText('Moved to Conference').waitFor()
  await page.getByText('Prizes for the quiz').waitFor()
  expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
})

test('an owner reads the history and moves points between own budgets', async () => {
  await createBudget('Support')
  await createBudget('Operations')
  await createBudget('Board', { owner_ids: [ids.admin] })
  const page = await open(owner, '/my-team')
  await page.getByRole('heading', { name: 'Your budgets' }).waitFor()
  expect(await page.getByRole('link', { name: 'Board' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Support' }).click()
  await page.getByText('Points added').waitFor()
  await page.getByRole('button', { name: 'Move points' }).click()
  const dialog = page.getByRole('dialog')
  const targets = await dialog.getByLabel('To this budget').locator('option').allTextContents()
  expect(targets).not.toContain('Board')
  await dialog.getByLabel('To this budget').selectOption('Operations')
  await dialog.getByLabel('Points', { exact: true }).fill('40')
  await dialog.getByLabel('Reason').fill('Help with the fair')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await page.getByText('Moved to Operations').waitFor()
  await page.getByText('60 of 60 left').waitFor()
})

test.each([
  [1440, false],
  [375, true],
])('the pages of budgets fit and pass axe at %d', async (width, dark) => {
  await createBudget(`Summer offsite ${width}`, { period: 'quarter', givers: {} })
  const page = await open(admin, '/settings/budgets', { width, dark })
  const name = `Summer offsite ${width}`
  await page.getByRole('link', { name }).waitFor()
  await check(page, `budgets ${width}`)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByText(/people match/).waitFor()
  await check(page, `budget dialog ${width}`)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `More actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Add or return points' }).click()
  await page.getByRole('dialog').waitFor()
  await check(page, `fund dialog ${width}`)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name }).click()
  await page.getByText('Points added').waitFor()
  await check(page, `budget ${width}`)
})
