import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Invoice } from '#contract/schemas/billing.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  navigateInApp,
  waitUntilSettled,
} from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api, inDatabase } = setupFixtures()
const billing = '/settings/billing'
let admin: string
let member: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  member = await createSession(product, 'tomas@laurel.example')
})
const billingTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Billing' }).getByRole('link', { name })

/** Changes to the annual plan for the price that the dialog promises. */
async function switchToAnnualPlan(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Switch to annual and save 10%' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Unused time of the monthly').waitFor()
  const confirm = dialog.getByRole('button', { name: /^Switch and pay/ })
  const promised = /\$[\d,.]+/.exec(await confirm.innerText())?.[0] ?? ''
  await confirm.click()
  await page.getByText('Plan changed.').waitFor()
  await page.getByRole('heading', { name: 'Annual plan' }).waitFor()
  const { items } = await api<{ items: Invoice[] }>('GET', '/billing/invoices', admin)
  expect(items.map((one) => one.label)).toEqual(['paid', 'paid'])
  // The seconds between preview and payment may change the price by a cent.
  expect(
    Math.abs(
      (items[0]?.amount_due ?? 0) - Math.round(Number(promised.replaceAll(/[$,]/g, '')) * 100),
    ),
  ).toBeLessThanOrEqual(1)
}

async function downloadDocuments(page: Page): Promise<void> {
  for (const name of ['Invoices', 'Receipts']) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('list', { name }).getByRole('button', { name: /^PDF/ }).last().click(),
    ])
    const begin = readFileSync(await file.path()).subarray(0, 4)
    expect([name, begin.toString()]).toEqual([name, '%PDF'])
  }
}

async function expectPagesFitPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const path of ['overview', 'history', 'details', 'payment_method']) {
    await navigateInApp(page, `${billing}/${path}`)
    await waitUntilSettled(page)
    await expectNoHorizontalScroll(page)
    await expectAccessible(page, path)
  }
}

test('an expired team can open every page again after it pays', async () => {
  await inDatabase(
    `update workspaces set trial_ends_at = now() - interval '1 day'
      where name = 'Juniper & Lane'`,
  )
  const theirs = await open(member, '/rewards')
  await theirs.waitForURL('**/expired?next=%2Frewards')

  const page = await open(admin, '/settings/team')
  await page.waitForURL(`**${billing}/trial?next=**`)
  await page.getByText('$150 a month').waitFor()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.waitForURL('**/checkout/**')
  await page.getByRole('button', { name: '4242 4242 4242 4242' }).click()
  await page.getByRole('button', { name: 'Subscribe and pay $150.00' }).click()
  await page.getByText('You’re subscribed. Thank you!').waitFor()
  await page.getByText('Active', { exact: true }).waitFor()
  // The page of the member opens without a reload.
  await theirs.waitForURL('**/rewards')
  await page.getByRole('link', { name: 'Back to where you were' }).click()
  await page.waitForURL('**/settings/team')
})

test('a subscribed team changes its plan, details and seats', async () => {
  const page = await open(admin, `${billing}/overview`)
  await page.getByText('25 seats', { exact: true }).waitFor()
  await switchToAnnualPlan(page)
  await billingTab(page, 'History').click()
  await page.getByRole('list', { name: 'Receipts' }).getByText('$150.00').waitFor()
  await downloadDocuments(page)

  await billingTab(page, 'Details').click()
  await page.getByRole('combobox', { name: 'Country' }).fill('united k')
  await page.getByRole('option', { name: 'United Kingdom' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect(await api('GET', '/billing/billing', admin)).toMatchObject({ country: 'GB' })

  await billingTab(page, 'Overview').click()
  const { user } = await api<{ user: { id: string } }>(
    'GET',
    '/config',
    await createSession(product, 'elif@laurel.example'),
  )
  await api('PUT', `/users/${user.id}`, admin, { state: 'deactivated' })
  // The open page follows the number of members.
  await page.getByText('24 seats', { exact: true }).waitFor({ timeout: 60_000 })
  await expectPagesFitPhone(page)
})
