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
let giver: string
let receiver: string
const readUser = async (token: string) =>
  (await callApi<{ user: { id: string; name: string } }>(product, 'GET', '/config', token)).user
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  giver = await createSession(product, 'tomas@laurel.example')
  receiver = await createSession(product, 'mateo@laurel.example')
  const [manager, person] = [await readUser(admin), await readUser(receiver)]
  await callApi(product, 'PUT', `/users/${person.id}`, admin, {
    organization: { manager_id: manager.id },
  })
  // Without open awards the page offers ideas.
  for (const { id } of await callApi<{ id: string }[]>(product, 'GET', '/awards', admin))
    await callApi(product, 'POST', `/awards/${id}/archive`, admin)
})

async function check(page: Page, name: string): Promise<void> {
  await waitUntilSettled(page)
  await expectAccessible(page, name)
  await expectNoHorizontalScroll(page)
}

test('an award goes from its creation to the certificate of its receiver', async () => {
  const page = await open(admin, '/settings/awards')
  await page.getByRole('button', { name: /Hero of the quarter/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Step 1: approved by').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('listitem').filter({ hasText: '200–500 points' }).waitFor()

  const giving = await open(giver, '/feed')
  await giving.getByRole('button', { name: /^Menu for/ }).click()
  await giving.getByRole('menuitem', { name: 'Awards' }).click()
  await giving.getByRole('button', { name: /Hero of the quarter/ }).click()
  const form = giving.getByRole('dialog')
  await form.getByRole('combobox', { name: 'Who gets it' }).fill('Mateo')
  await form.getByRole('option', { name: /Mateo/ }).click()
  await form.getByLabel('Points', { exact: true }).fill('250')
  await form.getByLabel('What for').fill('For the calm way through the outage')
  await form.getByText(/^Needs approval: Receiver’s manager/).waitFor()
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await giving.getByText('Waiting for Nora Albrecht').waitFor()

  await page.goto(`${product.url}/inbox`)
  await page.getByRole('link', { name: /Award to approve: Hero of the quarter/ }).click()
  await page.waitForURL(/\/awards\/gifts\//)
  await page.goto(`${product.url}/awards`)
  await page.getByText('For the calm way through the outage').waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('heading', { name: 'All decided' }).waitFor()

  // The list of the giver follows without a reload.
  await giving.getByRole('listitem').getByText('Given', { exact: true }).waitFor()
  const receiving = await open(receiver, '/awards')
  await receiving.getByRole('link', { name: 'Received' }).click()
  await receiving.getByRole('link', { name: 'Show the post' }).waitFor()
  const download = receiving.waitForEvent('download')
  await receiving.getByRole('button', { name: 'Certificate' }).click()
  expect((await download).suggestedFilename()).toBe('Hero of the quarter.pdf')
  await receiving.getByRole('link', { name: 'Show the post' }).click()
  await receiving.getByText('For the calm way through the outage').first().waitFor()
})

test.each([
  [1440, false],
  [375, true],
])('the pages of awards fit and pass axe at %d', async (width, dark) => {
  const { values } = await callApi<{ values: { id: string }[] }>(product, 'GET', '/config', admin)
  const name = `Bright idea ${width}`
  await callApi(product, 'POST', '/awards', admin, {
    name,
    emoji: '💡',
    points_min: 20,
    points_max: 90,
    givers: {},
    receivers: {},
    value_id: values[0]?.id,
    steps: [{ approver: 'giver_manager', from_points: 50 }],
  })
  const page = await open(admin, '/settings/awards', { width, dark })
  await page.getByRole('heading', { name }).waitFor()
  await check(page, `award settings ${width}`)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByRole('dialog').waitFor()
  await check(page, `award dialog ${width}`)
  await page.goto(`${product.url}/awards?tab=give`)
  await page.getByRole('button', { name }).click()
  await page.getByRole('dialog').waitFor()
  await check(page, `give dialog ${width}`)
  await page.goto(`${product.url}/awards?tab=decide`)
  await page.getByRole('button', { name: 'Choose a colleague' }).waitFor()
  await check(page, `open decisions ${width}`)
})
