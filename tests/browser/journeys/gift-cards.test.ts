import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import { waitFor, listMailsTo, createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()
let admin: string
let member: string
let workspace: string
const buyerEmail = 'tomas@laurel.example'
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  member = await createSession(product, buyerEmail)
  workspace = (await api<{ workspace: { id: string } }>('GET', '/config', admin)).workspace.id
})

const paymentPath = '/settings/rewards/payment'
/**
 * Adds a test card on our own page, chosen by its label in the list of test cards. Returns on the
 * payment page, because the list of test cards shows the same numbers.
 */
async function enterCard(page: Page, number: string): Promise<void> {
  await page.waitForURL('**/checkout/**')
  await page.getByRole('button', { name: number }).click()
  await page.getByRole('button', { name: 'Add the card' }).click()
  await page.waitForURL(`**${paymentPath}*`)
}
const giftCardInput = {
  type: 'automatic',
  title: 'Books for the weekend',
  price: 20,
  country: 'US',
  product_id: 'books',
  gift_card_value: 2_000,
}
const makeGiftCardReward = (fields: object = {}) =>
  api<{ id: string }>('POST', '/rewards/rewards', admin, { ...giftCardInput, ...fields })
const findOwnPurchase = async (id: string) =>
  (await api<{ items: Purchase[] }>('GET', '/shop/purchases', member)).items.find(
    (one) => one.id === id,
  )
const firstPurchase = (page: Page) =>
  page.getByRole('main').getByRole('list').first().getByRole('listitem').first()
async function expectFirstPurchase(page: Page, title: string): Promise<void> {
  await expect.poll(() => firstPurchase(page).innerText(), { timeout: 15_000 }).toContain(title)
}
const waitUntilDecided = (id: string) =>
  waitFor(async () => {
    const found = await findOwnPurchase(id)
    return found && found.status !== 'pending' && found
  })

test('the gift card payment method is added, validated, changed and removed', async () => {
  const page = await open(admin, paymentPath)
  await page.getByRole('heading', { name: 'No card yet' }).waitFor()
  await page.getByText('$25.00 + $2.50 fee = $27.50').waitFor()
  const settings = page.getByRole('navigation', { name: 'Settings' })
  expect(await settings.getByRole('link', { name: 'Rewards' }).getAttribute('aria-current')).toBe(
    'page',
  )
  await expectAccessible(page, 'no card')
  await page.getByRole('button', { name: 'Add a card' }).click()
  await enterCard(page, '4242 4242 4242 4242')
  await page.getByText('Card added.').waitFor()
  await page.getByText('Your team can redeem gift cards in 48 hours').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await expectAccessible(page, 'card waiting')

  await product.runCli('validate-workspace', workspace)
  await page.reload()
  await page.getByText('Your team can redeem gift cards.').waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page, 'removing a card')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('heading', { name: 'No card yet' }).waitFor()
  await page.getByRole('button', { name: 'Add a card' }).click()
  await page.waitForURL('**/checkout/**')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'No card yet' }).waitFor()
  await page.getByRole('button', { name: 'Add a card' }).click()
  await enterCard(page, '4242 4242 4242 4242')
  await page.getByText('Your team can redeem gift cards.').waitFor()
})

test('the payment page fits every width in Russian, light and dark', async () => {
  for (const [width, dark] of [
    [320, false],
    [375, true],
    [768, false],
    [1440, true],
  ] as const) {
    const page = await open(admin, paymentPath, { width, dark, locale: 'ru' })
    await page.getByText('Подарочные карты уже можно получать.').waitFor()
    await expectNoHorizontalScroll(page)
    await expectAccessible(page, `payment at ${width}`)
  }
  const page = await open(admin, null, { tolerate: /status of 503/ })
  await page.route('**/api/rewards/payment_method', (route) =>
    route.fulfill({ status: 503, json: { errors: [{ code: 'unavailable', message: '' }] } }),
  )
  await page.goto(paymentPath)
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/api/rewards/payment_method')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Pays for your gift cards' }).waitFor()
})

test('a member cannot open the gift card payment page', async () => {
  const page = await open(member, paymentPath)
  await page.waitForURL('**/feed')
})

test('a redeemed gift card arrives by mail and its link shows the code', async () => {
  const { id } = await makeGiftCardReward()
  const { id: purchase } = await api<Purchase>('POST', `/shop/rewards/${id}`, member, {})
  const decided = await waitUntilDecided(purchase)
  expect(decided).toMatchObject({
    status: 'fulfilled',
    delivery: { state: 'delivered', email: buyerEmail },
  })
  await waitFor(async () =>
    (await listMailsTo(product, buyerEmail)).some(
      (mail) =>
        mail.text.includes(giftCardInput.title) && mail.text.includes(decided.claim_url ?? '-'),
    ),
  )

  const path = new URL(decided.claim_url ?? '').pathname
  const page = await open(null, path, { isolated: true })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('heading', { name: 'Books and music voucher' }).waitFor()
  await page.getByRole('heading', { name: '$20' }).waitFor()
  const code = await page.getByRole('group', { name: 'Code' }).textContent()
  expect(code).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/)
  await page.getByRole('button', { name: 'Copy code' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  await expectAccessible(page, 'claim')
  await page.getByRole('button', { name: 'Русский' }).click()
  await page.getByRole('heading', { name: 'Сертификат на книги и музыку' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button', { name: 'Напечатать' }).isVisible()).toBe(false)
  expect(await page.getByText(code ?? '').isVisible()).toBe(true)

  for (const [width, dark] of [
    [320, false],
    [375, true],
    [768, true],
  ] as const) {
    const small = await open(null, path, { width, dark, locale: 'ru' })
    await small.getByRole('heading', { level: 1 }).waitFor()
    await small.getByText(code ?? '').waitFor()
    await expectNoHorizontalScroll(small)
    await expectAccessible(small, `claim at ${width}`)
  }
  const wrong = await open(null, `${path.slice(0, -3)}xyz`)
  await wrong.getByText('This claim link isn’t valid').waitFor()
  await expectAccessible(wrong, 'claim of nothing')
})

test('a redeemed gift card is first in the purchase list', async () => {
  await makeGiftCardReward({
    title: 'For the outcome',
    price: 10,
    product_id: 'restaurant',
    gift_card_value: 2_500,
  })
  // Otherwise a purchase that waits longer would be first.
  const waits = await api<{ id: string }>('POST', '/rewards/rewards', admin, {
    title: 'Waits for weeks',
    price: 1,
  })
  await api('POST', `/shop/rewards/${waits.id}`, member, {})
  for (const [width, dark] of [
    [1280, false],
    [375, true],
  ] as const) {
    const page = await open(member, '/rewards', { width, dark })
    await page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: 'For the outcome' }) })
      .getByRole('button')
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Redeem' }).click()
    await page.waitForURL('**/rewards?tab=mine&purchase=**', { timeout: 30_000 })
    const outcome = page.getByRole('status').filter({ hasText: '“For the outcome” is yours' })
    await outcome.waitFor()
    expect(await outcome.evaluate((box) => box === document.activeElement)).toBe(true)
    await outcome.getByRole('link', { name: 'Open gift card For the outcome' }).waitFor()
    await expectFirstPurchase(page, 'For the outcome')
    await expectNoHorizontalScroll(page)
    await expectAccessible(page, `outcome at ${width}`)
    // The next visit has the default order.
    await page.goto('/rewards?tab=mine')
    await expectFirstPurchase(page, 'Waits for weeks')
  }
})

test('a gift card that fails later returns its points to the buyer', async () => {
  const page = await open(admin, paymentPath)
  await page.getByRole('button', { name: 'Change card' }).click()
  await enterCard(page, '4000 0000 0000 0341')
  await page.getByText('0341').waitFor()
  const balance = async () =>
    (await api<{ user: { balance: number } }>('GET', '/config', member)).user.balance
  const before = await balance()
  const { id } = await makeGiftCardReward({
    title: 'Not to be had',
    product_id: 'shopping',
    gift_card_value: 2_500,
  })
  const { id: purchase } = await api<Purchase>('POST', `/shop/rewards/${id}`, member, {})
  expect(await waitUntilDecided(purchase)).toMatchObject({
    status: 'declined',
    decline_reason: 'The purchase failed',
    claim_url: null,
  })
  expect(await balance()).toBe(before)
  await waitFor(async () =>
    (await listMailsTo(product, buyerEmail)).some(
      (mail) => mail.text.includes('Not to be had') && mail.text.includes('The purchase failed'),
    ),
  )
  await waitFor(async () =>
    (await listMailsTo(product, 'admin@laurel.example')).some((mail) =>
      mail.text.includes('The card that pays for gift cards was declined.'),
    ),
  )
  const theirs = await open(member, '/rewards')
  await theirs
    .getByRole('article')
    .filter({ has: theirs.getByRole('heading', { name: 'Not to be had' }) })
    .getByRole('button')
    .click()
  await theirs.getByRole('dialog').getByRole('button', { name: 'Redeem' }).click()
  const outcome = theirs.getByRole('status').filter({ hasText: 'We couldn’t buy “Not to be had”' })
  await outcome
    .getByText('You have your points back. The purchase failed')
    .waitFor({ timeout: 30_000 })
  await expectFirstPurchase(theirs, 'Not to be had')
  await expectAccessible(theirs, 'outcome of a failed order')
  expect(await product.runCli('check-ledger')).toContain('The ledger is whole.')
})
