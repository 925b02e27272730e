import { beforeAll, expect, test } from 'vitest'
import { callApi, createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import { expectFits } from '#tests/browser/support/page-checks.ts'

const { product, open } = setupFixtures()
let admin: string
let ownerId: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  const owner = await createSession(product, 'tomas@laurel.example')
  ownerId = (await callApi<{ user: { id: string } }>(product, 'GET', '/config', owner)).user.id
})

/** The crawl checks the screens and dialogs on a light desktop. */
const looks = [[375, true]] as const

test('an administrator creates, fills, empties and closes a budget', async () => {
  await callApi(product, 'POST', '/budgets', admin, {
    name: 'Conference',
    period: 'once',
    points: 100,
    owner_ids: [ownerId],
    recipients: {},
  })
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
  await expectFits(page, 'form of a budget', looks)
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
  await expectFits(page, 'budget with movements', looks)
})
