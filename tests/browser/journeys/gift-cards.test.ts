import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Purchase, Reward } from '#contract/schemas/rewards.ts'
import {
  expectAccessible,
  expectFits,
  expectNoHorizontalScroll,
  navigateInApp,
} from '#tests/browser/support/page-checks.ts'
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
const title = 'Books for the weekend'

/** Adds a test card on our own page, from the payment page, and returns there. */
async function addCard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a card' }).click()
  await page.waitForURL('**/checkout/**')
  await page.getByRole('button', { name: '4242 4242 4242 4242' }).click()
  await page.getByRole('button', { name: 'Add the card' }).click()
  await page.waitForURL(`**${paymentPath}*`)
  await page.getByText('Card added.').waitFor()
  await page.getByText('Your team can redeem gift cards in 48 hours').waitFor()
  expect(new URL(page.url()).search).toBe('')
}

/** Adds a gift card to the shop, at the suggested price. */
async function offerGiftCard(page: Page): Promise<void> {
  await navigateInApp(page, '/settings/rewards/new?kind=automatic')
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByLabel('Price in points').fill('1')
  await page.getByLabel('Country').selectOption('DE')
  await page.getByRole('radio', { name: /^Book/ }).check({ force: true })
  await page.getByRole('group', { name: 'Value' }).getByRole('radio').first().check({ force: true })
  await page.getByRole('button', { name: 'Use this price' }).click()
  expect(await page.getByLabel('Price in points').inputValue()).toBe('100')
  await expectAccessible(page, 'gift card')
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Add to shop' }).click()
  await page.waitForURL('**/settings/rewards/all')
  await page.getByRole('heading', { name: title }).waitFor()
  const rewards = await api<Reward[]>('GET', '/rewards/rewards', admin)
  expect(rewards.find((one) => one.title === title)).toMatchObject({
    type: 'automatic',
    country: 'DE',
    product_id: 'books',
    price: 100,
    category: 'money_and_giftcards',
  })
}

/** Redeems the gift card. Returns the path of its claim page. */
async function redeemGiftCard(page: Page): Promise<string> {
  await page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .getByRole('button', { name: /^Redeem/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Redeem' }).click()
  await page.waitForURL('**/rewards?tab=mine&purchase=**', { timeout: 30_000 })
  const outcome = page.getByRole('status').filter({ hasText: `“${title}” is yours` })
  await outcome.waitFor({ timeout: 30_000 })
  expect(await outcome.evaluate((box) => box === document.activeElement)).toBe(true)
  await outcome.getByRole('link', { name: `Open gift card ${title}` }).waitFor()
  await expectFits(page, 'outcome', [
    [1_280, false],
    [375, true],
  ])
  const { items } = await api<{ items: Purchase[] }>('GET', '/shop/purchases', member)
  const bought = items.find((one) => one.title === title)
  expect(bought).toMatchObject({
    status: 'fulfilled',
    delivery: { state: 'delivered', email: buyerEmail },
  })
  const link = bought?.claim_url ?? '-'
  await waitFor(async () =>
    (await listMailsTo(product, buyerEmail)).some(
      (mail) => mail.text.includes(title) && mail.text.includes(link),
    ),
  )
  return new URL(link).pathname
}

/** Copies the code of a gift card, and checks that its page fits and can be printed. */
async function checkClaimPage(path: string): Promise<void> {
  const page = await open(null, path, { isolated: true })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('heading', { name: 'Books and music voucher' }).waitFor()
  await page.getByRole('heading', { name: '€10' }).waitFor()
  const code = await page.getByRole('group', { name: 'Code' }).textContent()
  expect(code).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/)
  await page.getByRole('button', { name: 'Copy code' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  await expectAccessible(page, 'claim')
  await page.getByRole('button', { name: 'Русский' }).click()
  await page.getByRole('heading', { name: 'Сертификат на книги и музыку' }).waitFor()
  await expectFits(page, 'claim', [
    [320, false],
    [375, true],
    [768, true],
  ])
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button', { name: 'Напечатать' }).isVisible()).toBe(false)
  expect(await page.getByText(code ?? '').isVisible()).toBe(true)
}

test('an added card pays for a gift card that arrives with its code', async () => {
  const page = await open(admin, paymentPath)
  await addCard(page)
  await product.runCli('validate-workspace', workspace)
  await offerGiftCard(page)
  const shop = await open(member, '/rewards')
  await checkClaimPage(await redeemGiftCard(shop))
  expect(await product.runCli('check-ledger')).toContain('The ledger is whole.')
})

test('the payment page fits every width in Russian, light and dark', async () => {
  const page = await open(admin, paymentPath, { locale: 'ru' })
  await page.getByText('Подарочные карты уже можно получать.').waitFor()
  await expectFits(page, 'payment', [
    [320, false],
    [375, true],
    [768, false],
    [1_440, true],
  ])
})
