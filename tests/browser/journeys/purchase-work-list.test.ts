import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectFits, navigateInApp } from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { endUndo } from '#tests/browser/support/state-actions.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()
let admin: string
let buyer: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  buyer = await createSession(product, 'tomas@laurel.example')
  const { id } = await api<{ id: string }>('GET', '/profiles/me', buyer)
  await api('PUT', `/coins/${id}`, admin, { amount: 5_000, comment: 'To spend' })
})

/** The server decides one purchase after the other. */
const polling = { timeout: 30_000 }
const list = '/settings/rewards/purchases'
const makeReward = async (title: string) =>
  (
    await api<{ id: string }>('POST', '/rewards/rewards', admin, {
      title,
      price: 10,
      category: 'goods_and_experiences',
      emoji: '🍵',
    })
  ).id
const redeem = async (reward: string, count: number) => {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1)
    ids.push(
      (
        await api<{ id: string }>('POST', `/shop/rewards/${reward}`, buyer, {
          comment: `Number ${n}, to my desk on the second floor, please`,
        })
      ).id,
    )
  return ids
}
const rows = (page: Page, title: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: title })
const statusOf = async (id: string) => {
  const { items } = await api<{
    items: { id: string; status: string; stage: string; note: string }[]
  }>('GET', '/shop/purchases?limit=100', buyer)
  return items.find((item) => item.id === id)
}

test('60 purchases are fulfilled with at most six clicks', async () => {
  const ids = await redeem(await makeReward('Green tea'), 60)
  const page = await open(admin, '/feed')
  let clicks = 0
  const click = async (name: RegExp, role: 'link' | 'button' | 'checkbox' = 'button') => {
    clicks += 1
    await page.getByRole(role, { name }).first().click()
  }
  await page.getByRole('list', { name: 'Posts' }).waitFor()
  // The badge loads with the first input.
  await page.mouse.move(5, 5)
  await click(/purchases to fulfill$/, 'link')
  await page.getByLabel('Search people and rewards').fill('green tea')
  await rows(page, 'Green tea').nth(49).waitFor()
  await click(/^Select the 50 shown$/, 'checkbox')
  await click(/^Select all 60$/)
  await page.getByText('60 selected').waitFor()
  await click(/^Fulfill$/)
  await page.getByText('60 fulfilled').waitFor()
  expect((await statusOf(ids[0] ?? ''))?.status).toBe('pending')
  await endUndo(page)
  await expect.poll(async () => (await statusOf(ids[0] ?? ''))?.status, polling).toBe('fulfilled')
  await page.getByRole('heading', { name: 'No purchases here' }).waitFor()
  expect(clicks).toBeLessThanOrEqual(6)
  await expect.poll(async () => (await statusOf(ids[59] ?? ''))?.status, polling).toBe('fulfilled')
})

test('a note, an order and a take-back reach the buyer', async () => {
  const [night = ''] = await redeem(await makeReward('Hotel night'), 1)
  const [concert = ''] = await redeem(await makeReward('Concert'), 1)
  const [lamp = ''] = await redeem(await makeReward('Desk lamp'), 1)
  await api('POST', `/rewards/purchases/${night}`, admin, {})
  const page = await open(admin, `${list}?stage=done&search=hotel`)
  await page.getByRole('button', { name: 'Hotel night Details' }).click()
  await page.getByRole('button', { name: 'Take back… Hotel night' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take “Hotel night” back?' })
  await dialog.getByText('10 points').waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The night fell through')
  await expectFits(page, 'the dialog', [
    [375, true],
    [1440, false],
  ])
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await page.getByText('Taken back. The points have returned.').waitFor()
  await rows(page, 'Hotel night').waitFor({ state: 'detached' })
  expect((await statusOf(night))?.status).toBe('declined')

  await navigateInApp(page, `${list}?search=lamp`)
  await page.getByRole('checkbox', { name: 'Select the 1 shown' }).click()
  const bar = page.getByRole('region', { name: 'Selected purchases' })
  await bar.getByRole('button', { name: 'Mark as ordered' }).click()
  await bar.getByLabel('Note to the buyer').fill('It arrives on Friday')
  await bar.getByRole('button', { name: 'Mark as ordered' }).click()
  await endUndo(page)
  await expect.poll(async () => (await statusOf(lamp))?.stage, polling).toBe('ordered')

  await navigateInApp(page, `${list}?search=concert`)
  await page.getByRole('button', { name: 'Concert Details' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText('tomas@laurel.example').waitFor()
  await panel.getByLabel('Note to the buyer').fill('Doors open at seven')
  await panel.getByLabel('Code or tracking number').fill('ROW-7')
  await panel.getByRole('button', { name: 'Fulfill' }).click()
  await panel.waitFor({ state: 'detached' })
  // Leaving the page sends the decision before the undo period ends.
  expect((await statusOf(concert))?.status).toBe('pending')
  await page.goto('about:blank')
  await expect
    .poll(async () => (await statusOf(concert))?.note, polling)
    .toBe('Doors open at seven')

  const shop = await open(buyer, '/rewards?tab=mine', { width: 375 })
  await rows(shop, 'Hotel night').getByText('Taken back: The night fell through').waitFor()
  await rows(shop, 'Desk lamp').getByText('It arrives on Friday').waitFor()
  await rows(shop, 'Concert').getByText('ROW-7').waitFor()
  await expectFits(shop, 'the purchases of the buyer', [[375, false]])
})

test('the work list and its panel fit every width, light and dark', async () => {
  const looks = [
    [375, true],
    [768, false],
    [1440, true],
  ] as const
  await redeem(await makeReward('A long name of a reward'), 2)
  const page = await open(admin, `${list}?group=reward`)
  await rows(page, 'A long name of a reward').nth(1).waitFor()
  await page.getByRole('checkbox').nth(2).click()
  await page.getByRole('region').first().waitFor()
  await expectFits(page, 'the work list', looks)
  await page.keyboard.press('Escape')
  await page.locator('li[data-purchase] button').first().click()
  await page.getByRole('dialog').waitFor()
  await expectFits(page, 'the panel', looks)
})
