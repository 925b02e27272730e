import { beforeAll, expect, test } from 'vitest'
import type { Reward } from '#contract/schemas/rewards.ts'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import { createTeam } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures(() => ({ DEMO: 'off' }))
let rewardsAdmin: string
let memberToken: string
beforeAll(async () => {
  rewardsAdmin = await createTeam(product, 'keeper@example.test', 'Analytical Engines')
  memberToken = await createTeam(product, 'other@example.test', 'Difference Engines')
  for (const token of [rewardsAdmin, memberToken])
    for (const reward of await listRewards(token))
      await api('DELETE', `/rewards/rewards/${reward.id}`, token)
})

const listRewards = (token = rewardsAdmin) => api<Reward[]>('GET', '/rewards/rewards', token)

test('a gift card form suggests the price of the chosen value', async () => {
  const page = await open(memberToken, '/settings/rewards/new')
  await page.getByRole('link', { name: /^Gift card/ }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('A voucher for books')
  await page.getByLabel('Price in points').fill('1')
  await page.getByRole('button', { name: 'Add to shop' }).click()
  await page.getByText('required', { exact: true }).waitFor()
  await expectAccessible(page, 'gift card refused')
  await page.getByLabel('Country').selectOption('DE')
  await page.getByText('Choose a card to redeem').waitFor()
  await page.getByRole('radio', { name: /^Book/ }).check({ force: true })
  await page.getByRole('group', { name: 'Value' }).getByRole('radio').first().check({ force: true })
  // The title and the price that are already there stay.
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(
    'A voucher for books',
  )
  await page.getByRole('button', { name: 'Use this price' }).click()
  expect(await page.getByLabel('Price in points').inputValue()).toBe('100')
  await expectAccessible(page, 'gift card')
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Add to shop' }).click()
  await page.waitForURL('**/settings/rewards/all')
  await page.getByRole('heading', { name: 'A voucher for books' }).waitFor()
  expect(await listRewards(memberToken)).toMatchObject([
    {
      title: 'A voucher for books',
      type: 'automatic',
      country: 'DE',
      product_id: 'books',
      price: 100,
      category: 'money_and_giftcards',
    },
  ])
})

test('a shop with 96 rewards accepts no further reward', async () => {
  for (let n = (await listRewards(memberToken)).length; n < 96; n += 1)
    await api('POST', '/rewards/rewards', memberToken, { title: `Reward ${n}`, price: 5 + n })
  const page = await open(memberToken, '/settings/rewards/all')
  await page.getByText('96 of 96').waitFor()
  await page.getByText('A team can have at most 96 rewards').waitFor()
  expect(await page.getByRole('button', { name: 'New reward' }).isDisabled()).toBe(true)
  await expectAccessible(page, '96 rewards')
  await page.goto('/settings/rewards/new?kind=individual&idea=blank')
  await page.getByRole('textbox', { name: 'Title' }).fill('One too many')
  await page.getByLabel('Price in points').fill('5')
  await page.getByRole('button', { name: 'Add to shop' }).click()
  await page.getByRole('alert').filter({ hasText: 'A team can have at most 96 rewards' }).waitFor()
})

test('a reward list that fails to load offers a retry', async () => {
  const page = await open(memberToken, '/settings', { tolerate: /status of 503/ })
  await page.route('**/api/rewards/rewards', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/json',
      body: '{"errors":[{"code":"unavailable","message":""}]}',
    }),
  )
  await page.goto('/settings/rewards/all')
  await page.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 30_000 })
  await expectAccessible(page, 'failed list')
  await page.unroute('**/api/rewards/rewards')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Reward 95' }).waitFor()
})
