import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  expectFits,
  expectNoHorizontalScroll,
} from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { endUndo } from '#tests/browser/support/state-actions.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()
let admin: string
let colleague: string
let buyer: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  colleague = await createSession(product, 'elif@laurel.example')
  buyer = await createSession(product, 'tomas@laurel.example')
  const { id } = await api<{ id: string }>('GET', '/profiles/me', buyer)
  await api('PUT', `/coins/${id}`, admin, { amount: 5_000, comment: 'To spend' })
  const elif = await api<{ id: string }>('GET', '/profiles/me', colleague)
  await api('PUT', `/users/${elif.id}/permissions`, admin, { rewards_administrator: true })
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
  const { items } = await api<{ items: { id: string; status: string; note: string }[] }>(
    'GET',
    '/shop/purchases?limit=100',
    buyer,
  )
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
  await expectAccessible(page, 'the work list')
  await click(/^Select the 50 shown$/, 'checkbox')
  await click(/^Select all 60$/)
  await page.getByText('60 selected').waitFor()
  await expectAccessible(page, 'a selection')
  await click(/^Fulfill$/)
  await page.getByText('60 fulfilled').waitFor()
  expect((await statusOf(ids[0] ?? ''))?.status).toBe('pending')
  await endUndo(page)
  await expect.poll(async () => (await statusOf(ids[0] ?? ''))?.status, polling).toBe('fulfilled')
  await page.getByRole('heading', { name: 'No purchases here' }).waitFor()
  expect(clicks).toBeLessThanOrEqual(6)
  await expect.poll(async () => (await statusOf(ids[59] ?? ''))?.status, polling).toBe('fulfilled')
})

test('single decisions share one undo message, and undo restores them', async () => {
  const ids = await redeem(await makeReward('Museum pass'), 3)
  const page = await open(admin, `${list}?search=museum`)
  await rows(page, 'Museum pass').nth(2).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('f')
  await page.getByText('Museum pass for Tomás Pereira fulfilled').waitFor()
  await page.keyboard.press('f')
  await page.getByText('2 fulfilled').waitFor()
  expect(await rows(page, 'Museum pass').count()).toBe(1)
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(1)
  await expectAccessible(page, 'after deciding')
  await page.getByRole('button', { name: 'Undo' }).click()
  await rows(page, 'Museum pass').nth(2).waitFor()
  expect(await Promise.all(ids.map(async (id) => (await statusOf(id))?.status))).toEqual(
    ids.map(() => 'pending'),
  )
  // Leaving the page commits pending decisions.
  await page.keyboard.press('j')
  await page.keyboard.press('f')
  await page.getByText('Museum pass for Tomás Pereira fulfilled').waitFor()
  await page.goto('/feed')
  await expect
    .poll(async () => (await Promise.all(ids.map(statusOf))).map((one) => one?.status), polling)
    .toContain('fulfilled')
})

test('a note and a code from the panel reach the buyer', async () => {
  const [id = ''] = await redeem(await makeReward('Concert'), 1)
  const page = await open(admin, `${list}?search=concert`)
  await page.getByRole('button', { name: 'Concert Details' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText('tomas@laurel.example').waitFor()
  await panel.getByLabel('Note to the buyer').fill('Doors open at seven')
  await panel.getByLabel('Code or tracking number').fill('ROW-7')
  await expectAccessible(page, 'the panel')
  await panel.getByRole('button', { name: 'Fulfill' }).click()
  await panel.waitFor({ state: 'detached' })
  await endUndo(page)
  await expect.poll(async () => (await statusOf(id))?.note, polling).toBe('Doors open at seven')
  const shop = await open(buyer, '/rewards?tab=mine', { width: 375 })
  await rows(shop, 'Concert').getByText('ROW-7').waitFor()
  await expectAccessible(shop, 'a note to the buyer')
})

test('an ordered purchase has a tab of its own and notifies its buyer', async () => {
  await redeem(await makeReward('Desk lamp'), 2)
  const page = await open(admin, `${list}?search=lamp`)
  await rows(page, 'Desk lamp').nth(1).waitFor()
  await page.getByRole('checkbox', { name: 'Select the 2 shown' }).click()
  const bar = page.getByRole('region', { name: 'Selected purchases' })
  await bar.getByRole('button', { name: 'Mark as ordered' }).click()
  await bar.getByLabel('Note to the buyer').fill('It arrives on Friday')
  await expectAccessible(page, 'the note of an order')
  await bar.getByRole('button', { name: 'Mark 2 as ordered' }).click()
  await page.getByText('2 marked as ordered').waitFor()
  await endUndo(page)
  await page.getByRole('link', { name: 'Ordered 2' }).click()
  await rows(page, 'Desk lamp').getByText('It arrives on Friday').nth(1).waitFor()
  await expectAccessible(page, 'ordered purchases')
  const shop = await open(buyer, '/rewards?tab=mine', { width: 375 })
  const own = rows(shop, 'Desk lamp').first()
  await own.getByText('It arrives on Friday').waitFor()
  expect(await own.getByRole('button', { name: /Cancel purchase/ }).count()).toBe(0)
  await expectAccessible(shop, 'an ordered purchase of the buyer')
  await expectNoHorizontalScroll(shop)
})

test('concurrent administrators decide each purchase once', async () => {
  const ids = await redeem(await makeReward('Lunch box'), 6)
  const pages = [
    await open(admin, `${list}?search=lunch`),
    await open(colleague, `${list}?search=lunch`),
  ]
  for (const page of pages) {
    await rows(page, 'Lunch box').nth(5).waitFor()
    await page.getByRole('checkbox', { name: 'Select the 6 shown' }).click()
    await page
      .getByRole('region', { name: 'Selected purchases' })
      .getByRole('button', { name: 'Fulfill', exact: true })
      .click()
    await page.getByText('6 fulfilled').waitFor()
  }
  await Promise.all(pages.map(endUndo))
  await expect
    .poll(async () => (await Promise.all(ids.map(statusOf))).map((one) => one?.status), polling)
    .toEqual(ids.map(() => 'fulfilled'))
  await Promise.race(
    pages.map((page) =>
      page
        .getByText(/already decided by someone else/)
        .first()
        .waitFor(),
    ),
  )
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

test('a fulfilled purchase is taken back, and the buyer reads why', async () => {
  const [id] = await redeem(await makeReward('Hotel night'), 1)
  await api('POST', `/rewards/purchases/${id}`, admin, {})
  const page = await open(admin, `${list}?stage=done&search=hotel`)
  await page.getByRole('button', { name: 'Hotel night Details' }).click()
  await page.getByRole('button', { name: 'Take back… Hotel night' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take “Hotel night” back?' })
  await dialog.getByText('10 points').waitFor()
  expect(await dialog.getByRole('button', { name: 'Take back' }).isDisabled()).toBe(true)
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await reason.fill('The night fell through')
  await expectAccessible(page, 'the dialog')
  await expectFits(page, 'the dialog', [
    [375, true],
    [1440, false],
  ])
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await page.getByText('Taken back. The points have returned.').waitFor()
  await rows(page, 'Hotel night').waitFor({ state: 'detached' })
  expect((await statusOf(id ?? ''))?.status).toBe('declined')
  const own = await open(buyer, '/rewards?tab=mine')
  await own.getByText('Taken back: The night fell through').waitFor()
  await own.goto(new URL('/inbox', own.url()).href)
  await own.getByText('Your reward was taken back, your points are back: Hotel night').waitFor()
})
