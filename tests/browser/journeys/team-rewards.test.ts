import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
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

test('two people fund a team reward and both see the outcome', async () => {
  await makeTeamReward('Team lunch', 100)
  const tomas = await open(tokens.tomas, '/rewards')
  await rewardCard(tomas, 'Team lunch').getByText('100 to go for all of us').waitFor()
  await rewardCard(tomas, 'Team lunch').getByText('Be the first to chip in').waitFor()
  await rewardCard(tomas, 'Team lunch').getByRole('button', { name: 'Chip in Team lunch' }).click()
  const dialog = tomas.getByRole('dialog')
  await dialog.getByLabel('Points from you').fill('30')
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
})
