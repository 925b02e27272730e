import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { OutputOf } from '#contract/routes/index.ts'
import { expectAccessible } from '#tests/browser/support/page-checks.ts'
import { createTeam } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api, inDatabase } = setupFixtures()
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
const billingTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Billing' }).getByRole('link', { name })
const overviewCard = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('div')
    .filter({ has: page.getByRole('heading', { name, exact: true, level: 2 }) })
    .last()

/** Cancels the subscription with a reason, resumes it, and does both again. */
async function cancelAndResume(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('you pay nothing', { exact: false }).waitFor()
  await expectAccessible(page, 'canceling')
  await dialog.getByRole('radio', { name: 'We don’t use it enough' }).check()
  await dialog.getByLabel('Anything else?').fill('Not yet')
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByText(/^Runs until/).waitFor()
  await overviewCard(page, 'Next payment').getByText('There’s nothing to pay.').waitFor()
  const { rows } = await inDatabase(
    `select cancel_reason, cancel_comment from local_subscriptions where workspace_id in (select id
      from workspaces where name = 'Analytical Engines')`,
  )
  expect(rows).toEqual([{ cancel_reason: 'unused', cancel_comment: 'Not yet' }])
  await page.getByRole('button', { name: 'Resume subscription' }).click()
  await page.getByText('Good to have you back: your subscription continues.').waitFor()
  await page.getByRole('button', { name: 'Cancel subscription' }).waitFor()
  // A repeated action must not return a stored idempotent answer.
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByRole('button', { name: 'Resume subscription' }).click()
  await page.getByRole('button', { name: 'Cancel subscription' }).waitFor()
}

test('a trial becomes a subscription after declined cards', async () => {
  const founder = await createTeam(product, 'engines@example.test', 'Analytical Engines')
  const page = await open(founder, '/settings')
  await page.getByRole('link', { name: 'Billing' }).click()
  await page.waitForURL(`**${billing}/overview`)
  await page.getByRole('heading', { name: 'Free trial' }).waitFor()
  expect(await billingTab(page, 'Overview').getAttribute('aria-current')).toBe('page')
  await page.getByRole('link', { name: 'Choose a plan' }).click()
  await page.waitForURL(`**${billing}/trial`)
  await page.getByRole('heading', { name: '30 days left in your trial' }).waitFor()
  await page.getByText('$90 a month').waitFor()
  await page.getByText('You would save $97.20 a year (10%) with the annual plan.').waitFor()
  await page.getByText('No real money moves', { exact: false }).waitFor()
  // The price includes the discount that the card on the next page earns.
  await page.getByText('10% off for life').waitFor()
  await page.getByText('$81.00').waitFor()
  await expectAccessible(page, 'trial')

  await page.getByText('Annual', { exact: false }).first().click()
  await page.getByText('$972 a year').waitFor()
  await page.getByText('You save $97.20 a year (10%).').waitFor()
  await page.getByLabel('Promotion code').fill('NOBODY')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('This promotion code isn’t valid').waitFor()
  await page.getByText('Due on').waitFor()
  await page.getByLabel('Promotion code').fill('WELCOME20')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Code WELCOME20 applied').waitFor()
  await page.getByText('-$174.96').waitFor()
  await page.getByText('$699.84').waitFor()
  await page.getByText('You’ll add a card on the next page.').waitFor()
  await page.getByRole('button', { name: 'Subscribe' }).click()

  // The card page shows the same amount: 97200 - 9720 - 17496.
  await page.waitForURL('**/checkout/**')
  await page.getByText('$699.84').waitFor()
  await expectAccessible(page, 'checkout of an order')
  for (const number of ['4000 0000 0000 0002', '4000 0000 0000 9995', '4000 0000 0000 0069']) {
    await payWithTestCard(page, number, 'Subscribe')
    await page.getByText('The payment was declined. Please check the payment method').waitFor()
    await page.reload()
  }
  await payWithTestCard(page, '4000 0000 0000 3220', 'Subscribe')
  await page.getByRole('button', { name: 'It’s not me' }).click()
  expect((await subscriptionOf(founder)).status).toBe('none')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('button', { name: 'It’s me' }).click()

  await page.waitForURL(`**${billing}/overview`)
  await page.getByText('You’re subscribed. Thank you!').waitFor()
  await page.getByRole('heading', { name: 'Annual plan' }).waitFor()
  await page.getByText('10% off, for life').waitFor()
  await overviewCard(page, 'Next payment').getByText('$699.84').first().waitFor()
  expect(await subscriptionOf(founder)).toMatchObject({
    status: 'trialing',
    interval: 'year',
    quantity: 5,
    amount: 69_984,
  })
  await expectAccessible(page, 'overview')

  await cancelAndResume(page)
  expect((await subscriptionOf(founder)).cancel_at_period_end).toBe(false)
  await page.goto('/settings/audit')
  await page.getByText('resumed the subscription').first().waitFor()
  await page.getByText('started the subscription').waitFor()
})

test('billing details save, and a payment card can be replaced', async () => {
  const keeper = await createTeam(product, 'difference@example.test', 'Difference Engines')
  const page = await open(keeper, `${billing}/details`)
  await page.getByLabel('Billing email').fill('nobody')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Please enter a valid email address').waitFor()
  await page.getByLabel('Billing email').fill('bills@example.test')
  await page.getByLabel('Address', { exact: true }).fill('1 Dorset Street\nLondon')
  await page.getByLabel('Tax ID').fill('GB 123')
  await page.getByRole('combobox', { name: 'Country' }).fill('united k')
  await page.getByRole('option', { name: 'United Kingdom' }).click()
  await expectAccessible(page, 'details')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'hidden' })
  expect(await api('GET', '/billing/billing', keeper)).toEqual({
    name: 'Difference Engines',
    email: 'bills@example.test',
    address: '1 Dorset Street\nLondon',
    country: 'GB',
    tax_id: 'GB 123',
    customer_balance: 0,
  })

  await billingTab(page, 'Payment method').click()
  await page.getByText('get 10% off every invoice, for life', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Add a card' }).click()
  await page.waitForURL('**/checkout/**')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByText('Nothing has changed.').waitFor()
  expect(page.url()).not.toContain('card=')
  await page.getByRole('button', { name: 'Add a card' }).click()
  await payWithTestCard(page, '4242 4242 4242 4242', 'Add the card')
  await page.getByText('Card added.').waitFor()
  await page.getByText('4242').waitFor()
  await expectAccessible(page, 'payment method')
  await page.getByRole('button', { name: 'Change card' }).click()
  await payWithTestCard(page, '4000 0000 0000 0341', 'Add the card')
  await page.getByText('0341').waitFor()
  // The existing card pays, so no page asks for another.
  await billingTab(page, 'Trial').click()
  await page.getByText('10% off for life is yours.').waitFor()
  await page.getByText('We’ll charge the card ending in 0341.').waitFor()
})
