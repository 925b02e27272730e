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
import { setupFixtures, startSeededApp } from '#tests/browser/support/fixtures.ts'

const { product, open, api, inDatabase } = setupFixtures()
const billing = '/settings/billing'
const ownWorkspaceSql = `(select id from workspaces where name = 'Juniper & Lane')`
let admin: string
let member: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  member = await createSession(product, 'tomas@laurel.example')
})
/** Enters a test card on our own page and submits it. */
async function payWithTestCard(page: Page, number: string, button: string | RegExp): Promise<void> {
  await page.waitForURL('**/checkout/**')
  await page.getByRole('button', { name: number }).click()
  await page.getByRole('button', { name: button }).click()
}
const billingTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Billing' }).getByRole('link', { name })

test('the trial countdown appears only for billing administrators', async () => {
  await inDatabase(
    `update workspaces set trial_ends_at = now() + interval '50 hours' where id = ${ownWorkspaceSql}`,
  )
  const page = await open(admin, '/feed')
  await page.getByText('Your trial ends in 3 days.').waitFor()
  await expectAccessible(page, 'feed with the countdown')
  const theirs = await open(member, '/feed')
  await theirs.getByRole('list', { name: 'Posts' }).waitFor()
  expect(await theirs.getByText('Your trial ends').count()).toBe(0)
  await page.getByRole('link', { name: 'Choose a plan' }).click()
  await page.getByRole('heading', { name: '3 days left in your trial' }).waitFor()
  await inDatabase(
    `update workspaces set trial_ends_at = now() + interval '10 days' where id = ${ownWorkspaceSql}`,
  )
  await page.goto('/feed')
  await page.getByRole('list', { name: 'Posts' }).waitFor()
  expect(await page.getByText('Your trial ends').count()).toBe(0)
})

test('an expired team can open every page again after it pays', async () => {
  await inDatabase(
    `update workspaces set trial_ends_at = now() - interval '1 day' where id = ${ownWorkspaceSql}`,
  )
  const theirs = await open(member, '/rewards')
  await theirs.waitForURL('**/expired?next=%2Frewards')
  await theirs.getByText('Your billing administrator can help').waitFor()
  await expectAccessible(theirs, 'expired')
  await theirs.getByRole('button', { name: 'Check again' }).click()
  await theirs.getByText('Not yet. We’ll keep checking.').waitFor()

  const page = await open(admin, '/settings/team')
  await page.waitForURL(`**${billing}/trial?next=**`)
  await page.getByRole('heading', { name: 'Your trial is over' }).waitFor()
  await page.getByText('$150 a month').waitFor()
  await page.getByText('Due today').waitFor()
  expect(await page.getByRole('link', { name: 'Feed' }).count()).toBe(0)
  await expectAccessible(page, 'trial over')
  await page.goto(billing)
  await page.waitForURL(`**${billing}/trial`)
  await page.goto('/settings/team')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await payWithTestCard(page, '4242 4242 4242 4242', 'Subscribe and pay $150.00')
  await page.getByText('You’re subscribed. Thank you!').waitFor()
  await page.getByText('Active', { exact: true }).waitFor()
  await theirs.waitForURL('**/rewards')
  await page.getByRole('link', { name: 'Back to where you were' }).click()
  await page.waitForURL('**/settings/team')
})

test('the annual plan shows its exact price before the change', async () => {
  const page = await open(admin, `${billing}/overview`)
  await page.getByRole('button', { name: 'Switch to annual and save 10%' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Unused time of the monthly').waitFor()
  await expectAccessible(page, 'switching')
  const promised =
    /\$[\d,.]+/.exec(
      await dialog.getByRole('button', { name: /^Switch and pay/ }).innerText(),
    )?.[0] ?? ''
  await dialog.getByRole('button', { name: /^Switch and pay/ }).click()
  await page.getByText('Plan changed.').waitFor()
  await page.getByRole('heading', { name: 'Annual plan' }).waitFor()
  await page.getByText('$1,620 a year').waitFor()

  await billingTab(page, 'History').click()
  const invoices = page.getByRole('list', { name: 'Invoices' })
  await invoices.getByRole('listitem').first().getByText('Upcoming').waitFor()
  await expect
    .poll(() => invoices.getByText('Paid', { exact: true }).count())
    .toBeGreaterThanOrEqual(2)
  const { items } = await api<{ items: Invoice[] }>('GET', '/billing/invoices', admin)
  expect(items.map((one) => one.label)).toEqual(['paid', 'paid'])
  // The seconds between preview and payment may change the price by a cent.
  expect(
    Math.abs(
      (items[0]?.amount_due ?? 0) - Math.round(Number(promised.replaceAll(/[$,]/g, '')) * 100),
    ),
  ).toBeLessThanOrEqual(1)
  const first = invoices.getByRole('listitem').filter({ hasText: items[1]?.number ?? '?' })
  await first.getByText('What’s included').click()
  await first.getByText('20 additional seats').waitFor()
  await expectAccessible(page, 'history')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    first.getByRole('button', { name: /^PDF/ }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`${items[1]?.number}.pdf`)
  expect(
    readFileSync(await file.path())
      .subarray(0, 4)
      .toString(),
  ).toBe('%PDF')
  const receipts = page.getByRole('list', { name: 'Receipts' })
  await receipts.getByText('$150.00').waitFor()
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    receipts.getByRole('button', { name: /^PDF/ }).first().click(),
  ])
  expect(
    readFileSync(await paper.path())
      .subarray(0, 4)
      .toString(),
  ).toBe('%PDF')
})

test('the seat count follows the members on an open page', async () => {
  const page = await open(admin, `${billing}/overview`)
  await page.getByText('25 seats', { exact: true }).waitFor()
  const { id } = (
    await api<{ user: { id: string } }>(
      'GET',
      '/config',
      await createSession(product, 'elif@laurel.example'),
    )
  ).user
  await api('PUT', `/users/${id}`, admin, { state: 'deactivated' })
  await page.getByText('24 seats', { exact: true }).waitFor({ timeout: 60_000 })
})

test('a failed payment shows a banner until another card pays', async () => {
  const page = await open(admin, `${billing}/payment_method`)
  await page.getByRole('button', { name: 'Change card' }).click()
  await payWithTestCard(page, '4000 0000 0000 0341', 'Add the card')
  await page.getByText('Card added.').waitFor()
  await billingTab(page, 'Overview').click()
  // A year passes.
  await inDatabase(
    `update local_subscriptions set anchor = anchor - interval '1 year',
      period_start = period_start - interval '1 year', period_end = period_end - interval '1 year',
      due_at = now() where workspace_id = ${ownWorkspaceSql}`,
  )
  await expect
    .poll(
      async () =>
        (
          await inDatabase(
            `update local_invoices set next_attempt_at = now() where workspace_id = ${ownWorkspaceSql}
              and status = 'draft'`,
          )
        ).rowCount,
      { timeout: 15_000 },
    )
    .toBe(1)
  await inDatabase(
    `update local_subscriptions set due_at = now() where workspace_id = ${ownWorkspaceSql}`,
  )
  await page
    .getByRole('heading', { name: /^Your payment of \$[\d,.]+ failed$/ })
    .waitFor({ timeout: 20_000 })
  await page.getByText(/^We’ll try again on/).waitFor()
  await expectAccessible(page, 'overdue')
  await billingTab(page, 'History').click()
  await page.getByText(/^The payment failed\. Next attempt on/).waitFor()

  await page.goto('/feed')
  await page.getByText('Your last subscription payment failed.').waitFor()
  await expectAccessible(page, 'feed with an open payment')
  const theirs = await open(member, '/feed')
  await theirs.getByRole('list', { name: 'Posts' }).waitFor()
  expect(await theirs.getByText('The last payment').count()).toBe(0)
  // Three weeks later the team is expired: the trial page shows the reason and no message about a
  // new subscription.
  await inDatabase(
    `update workspaces set paid_until = now() - interval '1 minute',
      trial_ends_at = now() - interval '400 days' where id = ${ownWorkspaceSql}`,
  )
  await page.goto('/feed')
  await page.waitForURL(`**${billing}/trial`)
  await page.getByRole('heading', { name: /^Your payment of \$[\d,.]+ failed$/ }).waitFor()
  await page.getByText(/^We’ll try again on/).waitFor()
  await page.getByText('Until then your team is paused. Nothing has been deleted.').waitFor()
  expect(await page.getByText('You’re subscribed').count()).toBe(0)
  await expectAccessible(page, 'shut out by a failed payment')
  await page.getByRole('link', { name: 'Change card' }).click()
  await page.getByText('we’ll charge what you owe right away', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Change card' }).click()
  await payWithTestCard(page, '4242 4242 4242 4242', 'Add the card')
  await page.getByText('Card added.').waitFor()
  await billingTab(page, 'Overview').click()
  await page.getByText('Active', { exact: true }).waitFor()
})

test('every billing page of a subscribed team fits a dark phone', async () => {
  const page = await open(admin, `${billing}/overview`, { locale: 'ru', width: 320, dark: true })
  for (const path of ['overview', 'history', 'details', 'payment_method']) {
    await navigateInApp(page, `${billing}/${path}`)
    await waitUntilSettled(page)
    await expectNoHorizontalScroll(page)
    await expectAccessible(page, path)
  }
})

test('a team that pays by invoice sees no card form', async () => {
  const theirs = await open(member, `${billing}/overview`)
  await theirs.waitForURL('**/feed')
  const { workspace } = await api<{ workspace: { id: string } }>('GET', '/config', admin)
  await product.runCli('manual-payments', workspace.id, 'on')
  const page = await open(admin, `${billing}/overview`)
  await page.getByRole('heading', { name: 'Paid by invoice' }).waitFor()
  await expectAccessible(page, 'paid by invoice')
})

test('a server without billing has no billing pages', async () => {
  const off = await startSeededApp({ BILLING: 'off' })
  try {
    const page = await open(null, null)
    await page.goto(`${off.url}/404`)
    const token = await createSession(off, 'admin@laurel.example')
    await page.evaluate((key) => localStorage.setItem('laurel.session', key), token)
    for (const path of ['', '/overview', '/trial']) {
      await page.goto(off.url + billing + path)
      await page.waitForURL('**/settings')
    }
    await page.getByRole('link', { name: 'Danger zone' }).waitFor()
    expect(await page.getByRole('link', { name: 'Billing' }).count()).toBe(0)
    await page.getByRole('button', { name: /^Menu for/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Billing management' }).count()).toBe(0)
    // The page listens to this server, so it closes first.
    await page.close()
  } finally {
    await off.stop()
  }
})
