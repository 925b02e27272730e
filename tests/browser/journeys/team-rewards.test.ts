import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import { endUndo } from '#tests/browser/support/state-actions.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()
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

test('two people fund a team reward and both see the outcome', async () => {
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
  // Another purchase may start.
  await rewardCard(elif, 'Team lunch').getByText('100 to go for all of us').waitFor()

  const admin = await open(tokens.admin, '/settings/rewards/purchases')
  await purchaseItem(admin, 'Team lunch')
    .getByRole('button', { name: 'Fulfill Team lunch' })
    .click()
  await admin.getByText('Team lunch fulfilled').waitFor()
  await endUndo(admin)

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

  const admin = await open(tokens.admin, '/settings/rewards/purchases?stage=in_progress', {
    width: 375,
    dark: true,
  })
  const theirs = purchaseItem(admin, 'Boat trip')
  const dialog = admin.getByRole('dialog')
  await theirs.getByText('40 of 200').waitFor()
  await expectNoHorizontalScroll(admin)
  await theirs.getByRole('button', { name: 'Boat trip Details' }).click()
  await dialog.getByRole('button', { name: 'Buy now Boat trip' }).click()
  await dialog.getByText('The company adds the missing 160 points.').waitFor()
  await expectAccessible(admin, 'buying for the team')
  await dialog.getByRole('button', { name: 'Buy now', exact: true }).click()
  await dialog.first().waitFor({ state: 'detached' })
  await admin.getByRole('link', { name: /^To do/ }).click()
  await theirs.getByRole('button', { name: 'Boat trip Details' }).click()
  await dialog.getByText('The company added 160 points', { exact: true }).waitFor()
  await dialog.getByText(/bought it, the company added 160 points$/).waitFor()
  await dialog.getByRole('button', { name: 'Decline Boat trip' }).click()
  await dialog.getByLabel('Reason').fill('The boat has sunk')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await endUndo(admin)
  await admin.getByRole('link', { name: /^Declined/ }).click()
  await theirs.getByText('The boat has sunk').waitFor()
})

test('a partly funded team reward shows its price and the new price', async () => {
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

test.each([
  ['and is seen', 'Puzzle evening'],
  ['before it is seen', 'Quiz evening'],
])('a team reward funded by a colleague (%s) starts no second one', async (when, title) => {
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
