import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
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
const balanceOf = async (name: keyof typeof tokens) =>
  (await api<{ balance: number }>('GET', '/profiles/me', tokens[name])).balance

test('two people fill a team reward and both see the outcome', async () => {
  await makeTeamReward('Team lunch', 100)
  const tomas = await open(tokens.tomas, '/rewards')
  await rewardCard(tomas, 'Team lunch').getByText('100 to go for all of us').waitFor()
  await rewardCard(tomas, 'Team lunch').getByText('Be the first to chip in').waitFor()
  await rewardCard(tomas, 'Team lunch').getByRole('button', { name: 'Chip in Team lunch' }).click()
  const dialog = tomas.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Chip in', exact: true }).click()
  await dialog.getByText('Please enter a price greater than 0').waitFor()
  await dialog.getByLabel('Points from you').fill('101')
  await dialog.getByRole('button', { name: 'Chip in', exact: true }).click()
  await dialog.getByText('Please enter a price no greater than 100').waitFor()
  expect(await dialog.getByText('That completes it!').count()).toBe(0)
  await expectAccessible(tomas, 'chipping in')
  await dialog.getByLabel('Points from you').fill('30')
  await dialog.getByText('30 of 100').waitFor()
  await dialog.getByText('70 to go for all of us').waitFor()
  await dialog.getByLabel('Comment (optional)').fill('With lemonade')
  await dialog.getByRole('button', { name: 'Chip in', exact: true }).click()
  await tomas.getByText('You chipped in 30 points. Thank you!').waitFor()
  await rewardCard(tomas, 'Team lunch').getByText('30 of 100').waitFor()

  const elif = await open(tokens.elif, '/rewards')
  await rewardCard(elif, 'Team lunch').getByRole('button').click()
  await elif
    .getByRole('dialog')
    .getByText('Already in: Tomás Pereira')
    .waitFor({ state: 'attached' })
  await elif.getByRole('button', { name: 'All that’s missing 70' }).click()
  await elif.getByRole('dialog').getByText('That completes it!').waitFor()
  await elif.getByRole('dialog').getByRole('button', { name: 'Chip in', exact: true }).click()
  await elif.getByText('“Team lunch” is complete: you made it happen together!').waitFor()
  // Another one may start.
  await rewardCard(elif, 'Team lunch').getByText('100 to go for all of us').waitFor()

  const admin = await open(tokens.admin, '/settings/rewards/purchases')
  await purchaseItem(admin, 'Team lunch').getByText('Purchased').waitFor()
  await purchaseItem(admin, 'Team lunch')
    .getByRole('button', { name: 'Fulfill Team lunch' })
    .click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Fulfill' }).click()
  await admin.getByText('Fulfilled.').waitFor()

  await tomas.getByText('My rewards', { exact: true }).click()
  await tomas.waitForURL('**/rewards?tab=mine')
  const ownPurchase = purchaseItem(tomas, 'Team lunch')
  await ownPurchase.getByText('Fulfilled').waitFor()
  await ownPurchase.getByText('30 points from you').waitFor()
  await ownPurchase.getByText('History').click()
  expect(
    (await ownPurchase.getByRole('list').last().getByRole('listitem').allInnerTexts()).map(
      (line) => line.split('\n')[0],
    ),
  ).toEqual([
    'Tomás Pereira chipped in 30 points',
    'Elif Yıldız chipped in 70 points',
    'The team reached the price',
    expect.stringMatching(/handed it over$/),
  ])
  await expectAccessible(tomas, 'my rewards')
})

test('withdrawing from a team reward returns the points', async () => {
  const before = await balanceOf('tomas')
  const reward = await makeTeamReward('Boat trip', 200)
  await api('POST', `/shop/rewards/${reward}`, tokens.elif, { amount: 40 })
  await api('POST', `/shop/rewards/${reward}`, tokens.tomas, { amount: 60 })
  const tomas = await open(tokens.tomas, '/rewards?tab=mine')
  const ownPurchase = purchaseItem(tomas, 'Boat trip')
  await ownPurchase.getByText('In progress').waitFor()
  await ownPurchase.getByRole('button', { name: 'Add more points Boat trip' }).click()
  await tomas.getByRole('dialog').getByLabel('Points from you').fill('5')
  await tomas.getByRole('dialog').getByRole('button', { name: 'Chip in', exact: true }).click()
  await ownPurchase.getByText('65 points from you').waitFor()
  await ownPurchase.getByRole('button', { name: 'Take my points back Boat trip' }).click()
  await tomas
    .getByRole('dialog')
    .getByText('You get 65 points back right away. The others stay in.')
    .waitFor()
  await expectAccessible(tomas, 'stepping out')
  await tomas.getByRole('dialog').getByRole('button', { name: 'Take my points back' }).click()
  await tomas.getByText('You have your points back.').waitFor()
  await ownPurchase.getByText('In progress').waitFor({ state: 'hidden' })
  expect(await balanceOf('tomas')).toBe(before)

  const admin = await open(tokens.admin, '/settings/rewards/purchases', { width: 375, dark: true })
  const theirs = purchaseItem(admin, 'Boat trip')
  await theirs.getByText('40 of 200').waitFor()
  await expectNoHorizontalScroll(admin)
  await theirs.getByRole('button', { name: 'Buy now Boat trip' }).click()
  await admin.getByRole('dialog').getByText('The company adds the missing 160 points.').waitFor()
  await expectAccessible(admin, 'buying for the team')
  await admin.getByRole('dialog').getByRole('button', { name: 'Buy now' }).click()
  await theirs.getByText('The company added 160 points', { exact: true }).waitFor()
  await theirs.getByText('History').click()
  await theirs.getByText(/bought it, the company added 160 points$/).waitFor()
  await theirs.getByRole('button', { name: 'Decline Boat trip' }).click()
  await admin.getByRole('dialog').getByLabel('Reason').fill('The boat has sunk')
  await admin.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await theirs.getByText('Declined: The boat has sunk').waitFor()
})

test('a price changed while the dialog is open asks again', async () => {
  const tea = await makeReward({ title: 'Rare tea', price: 20 })
  const lastReward = await makeReward({ title: 'Last cake', price: 10, available_amount: 1 })
  const page = await open(tokens.tomas, '/rewards')
  await rewardCard(page, 'Rare tea').getByRole('button', { name: 'Redeem Rare tea' }).click()
  await api('PUT', `/rewards/rewards/${tea.id}`, tokens.admin, { price: 25 })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Comment (optional)').fill('Green, please')
  await dialog.getByRole('button', { name: 'Redeem' }).click()
  await dialog
    .getByText('The price has changed to 25. Press again to get it at this price.')
    .waitFor()
  await dialog.getByText('−25').waitFor()
  expect(await dialog.getByLabel('Comment (optional)').inputValue()).toBe('Green, please')
  await expectAccessible(page, 'price changed')
  await dialog.getByRole('button', { name: 'Redeem' }).click()
  await page.getByText('“Rare tea” is on its way.').waitFor()

  await rewardCard(page, 'Last cake').getByText('1 left').waitFor()
  await rewardCard(page, 'Last cake').getByRole('button').click()
  await api('POST', `/shop/rewards/${lastReward.id}`, tokens.elif, {})
  await dialog.getByRole('button', { name: 'Redeem' }).click()
  await dialog.getByText('This reward is no longer available').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await rewardCard(page, 'Last cake').waitFor({ state: 'hidden' })

  await page.getByText('My rewards', { exact: true }).click()
  await purchaseItem(page, 'Rare tea')
    .getByRole('button', { name: 'Cancel purchase Rare tea' })
    .click()
  await page.getByRole('dialog').getByText('You get your 25 points back right away.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel purchase' }).click()
  await purchaseItem(page, 'Rare tea').getByText('Canceled', { exact: true }).waitFor()
  await purchaseItem(page, 'Rare tea').getByText('History').click()
  await purchaseItem(page, 'Rare tea').getByText('Tomás Pereira canceled it').waitFor()
})

test('a reward gone after a price change shows only that it is gone', async () => {
  const lastReward = await makeReward({ title: 'Last poster', price: 10, available_amount: 1 })
  const page = await open(tokens.tomas, '/rewards')
  await rewardCard(page, 'Last poster').getByRole('button').click()
  await api('PUT', `/rewards/rewards/${lastReward.id}`, tokens.admin, { price: 15 })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Redeem' }).click()
  await dialog
    .getByText('The price has changed to 15. Press again to get it at this price.')
    .waitFor()
  await api('POST', `/shop/rewards/${lastReward.id}`, tokens.elif, {})
  await dialog.getByRole('button', { name: 'Redeem' }).click()
  await dialog.getByText('This reward is no longer available', { exact: true }).waitFor()
  expect(await dialog.getByText('Press again').count()).toBe(0)
})

test('a filling team reward shows its price beside the new one', async () => {
  const id = await makeTeamReward('Pottery class', 100)
  await api('POST', `/shop/rewards/${id}`, tokens.elif, { amount: 10 })
  await api('PUT', `/rewards/rewards/${id}`, tokens.admin, { price: 120 })
  const page = await open(tokens.admin, '/settings/rewards/all')
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Pottery class' }) })
  await row.getByText('120', { exact: true }).waitFor()
  await row.getByText('being funded at 100 points', { exact: false }).waitFor()
  await row.getByRole('link', { name: 'Edit Pottery class' }).click()
  await page
    .getByText('Your team is already chipping in at 100 points.', { exact: false })
    .waitFor()
  await expectAccessible(page, 'editing what is filling up')
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

test.each([
  ['and is seen', 'Puzzle evening'],
  ['before it is seen', 'Quiz evening'],
])('a team reward filled by a colleague (%s) starts no second one', async (when, title) => {
  const reward = await makeTeamReward(title, 10)
  await api('POST', `/shop/rewards/${reward}`, tokens.elif, { amount: 4 })
  const page = await open(tokens.tomas, '/rewards')
  await rewardCard(page, title).getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'All that’s missing 6' }).click()
  await api('POST', `/shop/rewards/${reward}`, tokens.elif, { amount: 6 })
  if (when === 'and is seen') await dialog.getByText('4 to go for all of us').waitFor()
  await dialog.getByRole('button', { name: 'Chip in', exact: true }).click()
  await page.getByText('Someone else changed this in the meantime').waitFor()
  await dialog.getByText('4 to go for all of us').waitFor()
  expect(
    (await api<{ items: Purchase[] }>('GET', '/shop/purchases', tokens.tomas)).items.filter(
      (one) => one.title === title,
    ),
  ).toEqual([])
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

test('an empty shop and a failing shop explain themselves', async () => {
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
  await page.getByRole('heading', { name: 'Nothing in this category' }).waitFor()
  await expectAccessible(page, 'empty category')
  await page.getByRole('link', { name: 'Show all rewards' }).click()
  await page.getByRole('article').first().waitFor()
})

test.each([
  [1_280, 'en', false],
  [375, 'ru', true],
  [320, 'es', false],
  [768, 'ru', false],
])('the shop fits a screen of %i px in %s', async (width, locale, dark) => {
  const page = await open(tokens.tomas, '/rewards', { width, locale, dark })
  await page.getByRole('article').first().waitFor()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, `shop ${width} ${locale}`)
  await page.getByRole('article').filter({ hasText: 'Choir evening' }).getByRole('button').click()
  await page.getByRole('dialog').waitFor()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, `chipping in ${width} ${locale}`)
  await page.goto('/rewards?tab=mine')
  await page.locator('details').first().waitFor()
  for (const summary of await page.locator('summary').all()) await summary.click()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, `my rewards ${width} ${locale}`)
})
