import { beforeAll, expect, test } from 'vitest'
import { callApi, createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import { expectFits, navigateInApp } from '#tests/browser/support/page-checks.ts'

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

/** The crawl checks the screens and dialogs on a light desktop. */
const looks = [[375, true]] as const

test('an award goes from its creation to the certificate of its receiver', async () => {
  const page = await open(admin, '/settings/awards')
  await page.getByRole('button', { name: /Hero of the quarter/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Step 1: approved by').waitFor()
  await expectFits(page, 'form of an award', looks)
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
  await expectFits(giving, 'form of a gift', looks)
  await form.getByRole('button', { name: 'Send for approval' }).click()
  await giving.getByText('Waiting for Nora Albrecht').waitFor()

  await navigateInApp(page, '/inbox')
  await page.getByRole('link', { name: /Award to approve: Hero of the quarter/ }).click()
  await page.waitForURL(/\/awards\/gifts\//)
  await navigateInApp(page, '/awards')
  await page.getByRole('button', { name: 'Choose a colleague' }).waitFor()
  await page.getByText('For the calm way through the outage').waitFor()
  await expectFits(page, 'open decisions', looks)
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
