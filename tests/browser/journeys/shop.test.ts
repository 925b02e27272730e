import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { expectAccessible, expectFits, navigateInApp } from '#tests/browser/support/page-checks.ts'
import { waitFor, createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api, inDatabase } = setupFixtures()
let tokens: Record<'admin' | 'tomas' | 'elif', string>
beforeAll(async () => {
  tokens = {
    admin: await createSession(product, 'admin@laurel.example'),
    tomas: await createSession(product, 'tomas@laurel.example'),
    elif: await createSession(product, 'elif@laurel.example'),
  }
  for (const name of ['tomas', 'elif'] as const) {
    const { id } = await api<{ id: string }>('GET', '/profiles/me', tokens[name])
    await api('PUT', `/coins/${id}`, tokens.admin, { amount: 500, comment: 'To spend' })
  }
})

const queryInTeam = (text: string) =>
  inDatabase(`with team as (select id from workspaces where name = 'Juniper & Lane') ${text}`)
const makeReward = (fields: object) =>
  api<{ id: string }>('POST', '/rewards/rewards', tokens.admin, {
    category: 'goods_and_experiences',
    ...fields,
  })
/** Creates a team reward. */
const makeTeamReward = async (title: string, price: number) =>
  (
    await makeReward({
      title,
      price,
      description: 'For all of us.',
      category: 'group_activities',
      emoji: '🍕',
      reward_type: 'team',
      available_amount: 5,
      deadline: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10),
    })
  ).id

const rewardCard = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const purchaseItem = (page: Page, title: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: title }).first()

test('a price changed while the dialog is open needs confirmation', async () => {
  const tea = await makeReward({ title: 'Rare tea', price: 20 })
  const page = await open(tokens.tomas, '/rewards')
  await rewardCard(page, 'Rare tea').getByRole('button', { name: 'Redeem Rare tea' }).click()
  await api('PUT', `/rewards/rewards/${tea.id}`, tokens.admin, { price: 25 })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Redeem' }).click()
  await dialog
    .getByText('The price has changed to 25. Press again to get it at this price.')
    .waitFor()
  await expectAccessible(page, 'price changed')
  await dialog.getByRole('button', { name: 'Redeem' }).click()
  await page.getByRole('dialog', { name: /^Enjoy it, / }).waitFor()
  await expectAccessible(page, 'redeemed')
  await page.getByRole('dialog').getByRole('link', { name: 'See my rewards' }).click()
  await purchaseItem(page, 'Rare tea')
    .getByRole('button', { name: 'Cancel purchase Rare tea' })
    .click()
  await page.getByRole('dialog').getByText('You get your 25 points back right away.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel purchase' }).click()
  await purchaseItem(page, 'Rare tea').getByText('Canceled', { exact: true }).waitFor()
  await purchaseItem(page, 'Rare tea').getByText('History').click()
  await purchaseItem(page, 'Rare tea').getByText('Tomás Pereira canceled it').waitFor()
})

test('purchases stay reachable when the shop is empty', async () => {
  const { id } = await makeReward({ title: 'Only one', price: 5 })
  await api('POST', `/shop/rewards/${id}`, tokens.tomas, {})
  await inDatabase(`create table hidden_rewards as select id from rewards where deleted_at is null`)
  await inDatabase(
    `update rewards set deleted_at = now() where id in (select id from hidden_rewards)`,
  )
  try {
    const page = await open(tokens.tomas, '/feed')
    await page.getByRole('navigation').first().getByRole('link', { name: 'Rewards' }).click()
    await page.waitForURL('**/rewards?tab=mine')
    await purchaseItem(page, 'Only one')
      .getByRole('button', { name: 'Cancel purchase Only one' })
      .waitFor()
  } finally {
    await inDatabase(
      `update rewards set deleted_at = null where id in (select id from hidden_rewards)`,
    )
    await inDatabase(`drop table hidden_rewards`)
  }
})

test('the values of a gift card share one shop card', async () => {
  await queryInTeam(`insert into rewards (workspace_id, id, title, description, price, category, emoji,
    type, reward_type, country, product_id, gift_card_value, created_at)
    select id, gen_random_uuid(), 'Books voucher', 'For a bookshop.', v / 20, 'money_and_giftcards',
      '📚', 'automatic', 'individual', 'DE', 'books', v, now()
      from team, unnest(array[1000, 2550, 900000]) v`)
  await queryInTeam(
    ', ready as (update workspaces set validated_at = null where id in (select id from team)) select 1',
  )
  const page = await open(tokens.tomas, '/rewards')
  // Without a payment method the gift card is shown as unavailable; administrators get a link to
  // fix it.
  await rewardCard(page, 'Books voucher').getByText('Not available right now').waitFor()
  expect(await rewardCard(page, 'Books voucher').getByRole('button').isDisabled()).toBe(true)
  expect(await rewardCard(page, 'Books voucher').getByRole('link').count()).toBe(0)
  const theirs = await open(tokens.admin, '/rewards')
  await rewardCard(theirs, 'Books voucher').getByText('Not available right now').waitFor()
  await expectAccessible(theirs, 'a gift card that cannot be bought')
  await rewardCard(theirs, 'Books voucher').getByRole('link', { name: 'Go to Payment' }).click()
  await theirs.waitForURL('**/settings/rewards/payment')
  await queryInTeam(`insert into cards (workspace_id, id, purpose, provider, provider_ref, brand, last4,
    exp_month, exp_year, created_at)
    select id, gen_random_uuid(), 'rewards', 'local', '4242', 'Visa', '4242', 12, 2040, now()
      from team`)
  await page.reload()
  await rewardCard(page, 'Books voucher')
    .getByText('Available after your team has been validated')
    .waitFor()
  expect(await rewardCard(page, 'Books voucher').getByRole('button').isDisabled()).toBe(true)
  await queryInTeam(
    ', ready as (update workspaces set validated_at = now() where id in (select id from team)) select 1',
  )
  await page.reload()
  await rewardCard(page, 'Books voucher').getByText('from €10').waitFor()
  expect(await rewardCard(page, 'Books voucher').count()).toBe(1)
  await rewardCard(page, 'Books voucher').getByRole('button').click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('radio').count()).toBe(3)
  expect(await dialog.getByRole('radio', { name: /€9,000/ }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Redeem' }).click()
  await dialog.getByText('Choose a card to redeem').waitFor()
  await expectAccessible(page, 'choosing a gift card')
  await dialog.getByRole('radio', { name: /€25\.50/ }).check()
  await dialog.getByText('−127').waitFor()
  expect(await dialog.getByText('Choose a card to redeem').count()).toBe(0)
})

test('an undelivered gift card can be sent to another address', async () => {
  const page = await open(tokens.tomas, null)
  const sent: unknown[] = []
  await page.route('**/api/shop/purchases**', async (route) => {
    if (route.request().method() === 'PUT') {
      sent.push(route.request().postDataJSON())
      return route.fulfill({ json: {} })
    }
    const response = await route.fetch()
    const body = (await response.json()) as { items: Purchase[] }
    const [first] = body.items
    if (!first) throw new Error('no purchase')
    const gift = {
      ...first,
      type: 'automatic',
      reward_type: 'individual',
      status: 'fulfilled',
      title: 'Voucher',
      country: 'US',
      gift_card_value: 2_500,
      claim_url: `${product.url}/claim/x`,
      delivery: { state: 'failed', email: 'old@laurel.example' },
      history: [
        { type: 'delivery_failed', actor: null, amount: null, created_at: first.created_at },
      ],
      abilities: { ...first.abilities, cancel: false, readdress: true },
    }
    return route.fulfill({ response, json: { ...body, items: [gift] } })
  })
  await page.goto('/rewards?tab=mine')
  const ownPurchase = purchaseItem(page, 'Voucher')
  await ownPurchase.getByText('$25').waitFor()
  expect(
    await ownPurchase.getByRole('link', { name: 'Open gift card Voucher' }).getAttribute('href'),
  ).toBe(`${product.url}/claim/x`)
  await ownPurchase
    .getByText('The email with your gift card didn’t reach old@laurel.example.')
    .waitFor()
  await expectAccessible(page, 'gift card that did not arrive')
  await ownPurchase.getByRole('button', { name: 'Use another address' }).click()
  await page.getByRole('dialog').getByLabel('Email address').fill('new@laurel.example')
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await waitFor(() => Promise.resolve(sent.length === 1))
  expect(sent).toEqual([{ email: 'new@laurel.example' }])
  await page.getByText('Sent to the new address.').waitFor()
})

test('category, order and tab of the shop stay in the address', async () => {
  await makeTeamReward('Choir evening', 80)
  const page = await open(tokens.elif, '/rewards?category=charity')
  await page.getByRole('article').first().waitFor()
  const count = await page.getByRole('article').count()
  await page.getByLabel('Category').selectOption('group_activities')
  await page.waitForURL('**/rewards?category=group_activities')
  await rewardCard(page, 'Choir evening').waitFor()
  await page.getByLabel('Order').selectOption('title')
  await page.waitForURL('**/rewards?category=group_activities&order=title')
  await page.reload()
  await rewardCard(page, 'Choir evening').waitFor()
  const titles = await page.getByRole('article').getByRole('heading').allInnerTexts()
  expect(titles).toEqual([...titles].sort((a, b) => a.localeCompare(b)))
  await page.getByLabel('Category').selectOption('all')
  await page.waitForURL('**/rewards?order=title')
  expect(await page.getByRole('article').count()).toBeGreaterThan(count)
  await page.goto('/rewards?category=nonsense&order=nonsense&tab=nonsense')
  expect(await page.getByLabel('Order').inputValue()).toBe('price')
  await page.getByRole('radio', { name: 'Shop' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL('**/rewards?tab=mine')
})

test('an empty shop and a failed load show an explanation', async () => {
  const page = await open(tokens.tomas, null, { tolerate: /ERR_FAILED/ })
  let mode: 'empty' | 'down' | 'real' = 'empty'
  await page.route('**/api/shop/**', (route) =>
    mode === 'down'
      ? route.abort()
      : mode === 'real'
        ? route.continue()
        : route.fulfill({
            json: route.request().url().includes('purchases')
              ? { items: [], next_cursor: null }
              : [],
          }),
  )
  await page.goto('/rewards')
  await page.getByRole('heading', { name: 'The shop is empty' }).waitFor()
  await expectAccessible(page, 'empty shop')
  await page.getByText('My rewards', { exact: true }).click()
  await page.getByRole('heading', { name: 'Nothing redeemed yet' }).waitFor()
  await expectAccessible(page, 'nothing redeemed')
  await page.getByRole('button', { name: 'Go to the shop' }).click()
  mode = 'down'
  await page.reload()
  await page.getByText('Server is not responding. Please try again.').waitFor()
  await expectAccessible(page, 'shop without server')
  mode = 'real'
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('article').first().waitFor()
  await page.goto('/rewards?category=uncategorised')
  await page.getByRole('heading', { name: 'No rewards match' }).waitFor()
  await expectAccessible(page, 'empty category')
  await page.getByRole('link', { name: 'Show all rewards' }).click()
  await page.getByRole('article').first().waitFor()
})

test('the shop and its dialog fit a desktop and a dark phone', async () => {
  const looks = [
    [1280, false],
    [375, true],
  ] as const
  const page = await open(tokens.tomas, '/rewards')
  await page.getByRole('article').first().waitFor()
  await expectFits(page, 'shop', looks)
  await page.getByRole('article').filter({ hasText: 'Choir evening' }).getByRole('button').click()
  await page.getByRole('dialog').waitFor()
  await expectFits(page, 'chipping in', looks)
  await page.keyboard.press('Escape')
  await navigateInApp(page, '/rewards?tab=mine')
  await page.locator('details').first().waitFor()
  for (const summary of await page.locator('summary').all()) await summary.click()
  await expectFits(page, 'my rewards', looks)
})
