import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { OutputOf } from '#contract/routes/index.ts'
import { navigateInApp } from '#tests/browser/support/page-checks.ts'
import { createTeam } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()
const billing = '/settings/billing'
beforeAll(async () => {
  await product.runCli('promo', 'welcome20', '20', '3')
})

const subscriptionOf = (token: string) =>
  api<OutputOf<'billing.subscription'>>('GET', '/billing/subscription', token)
/** Enters a test card on our own page and submits it. */
async function payWithTestCard(page: Page, number: string, button: string | RegExp): Promise<void> {
  await page.waitForURL('**/checkout/**')
  await page.getByRole('button', { name: number }).click()
  await page.getByRole('button', { name: button }).click()
}
const overviewCard = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('div')
    .filter({ has: page.getByRole('heading', { name, exact: true, level: 2 }) })
    .last()

/** Pays with a declined card, and with another one once its bank has confirmed the payment. */
async function payAtSecondTry(page: Page, founder: string): Promise<void> {
  await payWithTestCard(page, '4000 0000 0000 0002', 'Subscribe')
  await page.getByText('The payment was declined. Please check the payment method').waitFor()
  await page.reload()
  await payWithTestCard(page, '4000 0000 0000 3220', 'Subscribe')
  await page.getByRole('button', { name: 'It’s not me' }).click()
  expect((await subscriptionOf(founder)).status).toBe('none')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('button', { name: 'It’s me' }).click()
}

test('a trial becomes a subscription after a declined card', async () => {
  const founder = await createTeam(product, 'engines@example.test', 'Analytical Engines')
  const page = await open(founder, '/settings')
  await page.getByRole('link', { name: 'Billing' }).click()
  await page.waitForURL(`**${billing}/overview`)
  await page.getByRole('heading', { name: 'Free trial' }).waitFor()
  await page.getByRole('link', { name: 'Choose a plan' }).click()
  await page.waitForURL(`**${billing}/trial`)
  await page.getByRole('heading', { name: '30 days left in your trial' }).waitFor()
  await page.getByText('Annual', { exact: false }).first().click()
  await page.getByText('$972 a year').waitFor()
  await page.getByLabel('Promotion code').fill('WELCOME20')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Code WELCOME20 applied').waitFor()
  await page.getByText('$699.84').waitFor()
  await page.getByRole('button', { name: 'Subscribe' }).click()

  // The card page shows the same amount: 97200 - 9720 - 17496.
  await page.waitForURL('**/checkout/**')
  await page.getByText('$699.84').waitFor()
  await payAtSecondTry(page, founder)

  await page.waitForURL(`**${billing}/overview`)
  await page.getByText('You’re subscribed. Thank you!').waitFor()
  await page.getByRole('heading', { name: 'Annual plan' }).waitFor()
  await overviewCard(page, 'Next payment').getByText('$699.84').first().waitFor()
  expect(await subscriptionOf(founder)).toMatchObject({
    status: 'trialing',
    interval: 'year',
    quantity: 5,
    amount: 69_984,
  })

  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByText(/^Runs until/).waitFor()
  await page.getByRole('button', { name: 'Resume subscription' }).click()
  await page.getByText('Good to have you back: your subscription continues.').waitFor()
  expect((await subscriptionOf(founder)).cancel_at_period_end).toBe(false)

  await navigateInApp(page, `${billing}/payment_method`)
  await page.getByRole('button', { name: 'Change card' }).click()
  await payWithTestCard(page, '4000 0000 0000 0341', 'Add the card')
  await page.getByText('Card added.').waitFor()
  await page.getByText('0341').waitFor()
})
