import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { expectAccessible } from '#tests/browser/support/page-checks.ts'
import { createSession, createTeam } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

/**
 * The error catalog of the specification (sections 5 and 8): each text appears on a screen where
 * it helps. Most are tested with their feature, as listed here; the rest follow.
 */
const coveredElsewhere = {
  'First name is required': 'main-job',
  'Last name is required': 'main-job',
  'Please enter a valid telephone number': 'account',
  'Please enter a valid email address': 'main-job',
  'User with this email already exists': 'team',
  'Please enter a price greater than 0': 'rewards',
  'Please enter a price no greater than {price}': 'shop',
  'Invalid code. Please try again': 'keyboard',
  'Must be between {start} and {finish}': 'settings',
  'Must be unique': 'settings',
  required: 'main-job',
  'Wrong format': 'settings',
  'No points available to send': 'main-job',
  'The file is too large': 'import',
  'Invalid amount value': 'team',
  'The purchase failed': 'giftcards',
  'Choose a card to redeem': 'shop',
  'The payment was declined. Please check the payment method': 'billing',
  'The invite link is not valid': 'main-job',
  'Error reading the file': 'import',
  'Upload failed': 'import',
  'Server is not responding. Please try again.': 'guards',
  'This link is no longer valid': 'account',
  'Please add a comment': 'shop',
  'Error occurred while sending email. Please try again.': 'LoginScreen',
  'Value is required': 'FeedScreen',
  'Please enter description': 'FeedScreen',
  'Sorry, your message is too long.': 'FeedScreen',
  'User not found': 'FeedScreen',
  'Error occurred': 'FeedScreen',
} as const
const coveredHere = [
  'Something went wrong :(',
  'The subscription cannot be renewed',
  'Some invitations could not be sent',
  'We couldn’t reset the data',
] as const

const { product, open, api, inDatabase } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})

/** Responds as the server does when it refuses with this code. */
const refuseWith = (code: keyof typeof errors, field?: string) => (route: Route) =>
  route.request().method() === 'GET'
    ? route.continue()
    : route.fulfill({
        status: errors[code].status,
        json: { errors: [{ code, message: '', ...(field ? { field } : {}) }] },
      })
const waitForText = (page: Page, text: (typeof coveredHere)[number]) =>
  page.getByText(text).first().waitFor()

test('every error text of the specification is in the catalog', () => {
  const ours = new Set<string>([
    ...Object.values(errors).map((one) => one.text),
    'Something went wrong :(',
  ])
  for (const text of [...Object.keys(coveredElsewhere), ...coveredHere])
    expect(ours).toContain(text)
})

test('a screen that fails to render offers a retry', async () => {
  const page = await open(admin, null, { tolerate: /./ })
  let broken = true
  await page.route('**/api/values', (route) =>
    broken ? route.fulfill({ json: { no: 'list' } }) : route.continue(),
  )
  await page.goto('/settings/values')
  await waitForText(page, 'Something went wrong :(')
  await expectAccessible(page, 'a screen that failed')
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Values', level: 1 }).waitFor()
})

test('failed invitations and a failed data reset show their errors', async () => {
  const page = await open(admin, '/settings/team/import')
  await page.route(/\/api\/users\/imports\/[^/]+$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { state?: string }
    return route.fulfill({
      response,
      json: body.state === 'finished' ? { ...body, failed_mails: 1 } : body,
    })
  })
  await page.locator('input[type=file]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name,E-mail\nAda King,ada.king@example.test\n'),
  })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Send/ }).click()
  await waitForText(page, 'Some invitations could not be sent')
  await expectAccessible(page, 'invitations that failed')

  await page.goto('/feed')
  const keeper = await createTeam(product, 'keeper@example.test', 'Keepers')
  const theirs = await open(keeper, '/feed')
  await theirs.route('**/api/workspace/reset_demo_data', refuseWith('reset_failed'))
  await theirs
    .getByRole('button', { name: /demo data/i })
    .first()
    .click()
  await theirs
    .getByRole('dialog')
    .getByRole('button', { name: /demo data/i })
    .click()
  await waitForText(theirs, 'We couldn’t reset the data')
})

test('a subscription that has just ended cannot be resumed', async () => {
  const payer = await createTeam(product, 'payer@example.test', 'Difference Engines')
  const { session_url: sessionUrl } = await api<{ session_url: string }>(
    'POST',
    '/billing/subscription',
    payer,
    { callback: `${product.url}/settings/billing/overview`, plan: 'month' },
  )
  await api('POST', '/checkout/session/card', null, {
    token: sessionUrl.split('/checkout/')[1],
    number: '4242424242424242',
    expiry: '12/40',
    cvc: '123',
  })
  await api('DELETE', '/billing/subscription', payer, { reason: 'other' })
  const page = await open(payer, '/settings/billing/overview')
  await page.getByRole('button', { name: 'Resume subscription' }).waitFor()
  await inDatabase(
    `update local_subscriptions set status = 'canceled', ended_at = now()
      where workspace_id in (select id from workspaces where name = 'Difference Engines')`,
  )
  await page.getByRole('button', { name: 'Resume subscription' }).click()
  await waitForText(page, 'The subscription cannot be renewed')
})
