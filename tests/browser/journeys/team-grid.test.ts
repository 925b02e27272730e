import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  expectFits,
  expectNoHorizontalScroll,
  navigateInApp,
  waitUntilSettled,
} from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import { saveScreenshot } from '#tests/browser/support/visual-checks.ts'

const { product, open, inDatabase } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  await inDatabase(`insert into users (workspace_id, id, email, first_name, last_name, job_title,
    state, created_at, invited_at)
    select w.id, gen_random_uuid(), 'person.with.a.long.name' || n || '@northwind.example',
      'Zed' || lpad(n::text, 4, '0'), 'Crowd', 'Head of Customer Happiness',
      case when n <= 294 then 'pending' else 'accepted' end, now(), now() - interval '9 days'
      from workspaces w, generate_series(1, 1000) n where w.name = 'Juniper & Lane'`)
})

const selectBoxes = (page: Page) => page.getByRole('checkbox', { name: /^Select Zed/ })
/** Returns the left edges of the header and of the navigation of the settings, in pixels. */
const leftEdges = (page: Page) =>
  page
    .locator('header a, [data-page-aside]')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().left))
    .then((edges) => [edges[0], edges.at(-1)])
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

test('294 invitations are resent across pages', async () => {
  const page = await open(admin, '/settings/team')
  await page.getByRole('table', { name: 'Team' }).waitFor()
  await press(page, 'Invited more than 7 days ago')
  await page.getByText('1–50 of 294').waitFor()
  await selectBoxes(page).first().click()
  await press(page, 'Select all 294')
  await page.getByText('294 selected').waitFor()
  await expectAccessible(page, 'team with a selection')
  await press(page, 'Send invites')
  // The demo team is in its trial, so most invitations are beyond the budget of the day.
  const dialog = page.getByRole('dialog', { name: 'Some people were skipped' })
  await dialog.waitFor({ timeout: 60_000 })
  await dialog.getByText(/your team has sent all invites for today/).waitFor()
  await expectAccessible(page, 'outcome of a bulk change')
})

test('the grid can be sorted and selected by keyboard', async () => {
  const page = await open(admin, '/settings/team?search=crowd')
  await page.getByRole('table', { name: 'Team' }).waitFor()
  await page.getByRole('button', { name: 'Name', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('columnheader', { name: 'Name' })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Zed1000 Crowd' }).waitFor()
  await selectBoxes(page).first().focus()
  await page.keyboard.press('Space')
  await page.getByText('1 selected').waitFor()
  await selectBoxes(page)
    .nth(4)
    .click({ modifiers: ['Shift'] })
  await page.getByText('5 selected').waitFor()
})

/** Scrolls to the end of the page, which grows while rows come near. */
async function scrollToEnd(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await waitUntilSettled(page)
      return page.evaluate(() => {
        const { scrollHeight } = document.documentElement
        const isAtEnd = Math.abs(scrollY + innerHeight - scrollHeight) <= 1
        window.scrollTo(0, scrollHeight)
        return isAtEnd
      })
    })
    .toBe(true)
}

/** Returns the height of the row that the header covers in part, in pixels: axe reports such rows. */
const heightUnderHeader = (page: Page) =>
  page.evaluate(() => {
    const bottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const row = [...document.querySelectorAll('tbody tr')]
      .map((one) => one.getBoundingClientRect())
      .find((one) => one.top < bottom && one.bottom > bottom)
    return row ? Math.ceil(bottom - row.top) : 0
  })

test('a team of 1,000 fits every width', async () => {
  const page = await open(admin, '/settings/team', { width: 1440, dark: true })
  await page.getByText(/^1–50 of 1,0\d\d$/).waitFor()
  const [header, navigation] = await leftEdges(page)
  expect(navigation).toBe(header)
  await selectBoxes(page).first().click()
  await page.getByText('1 selected').waitFor()
  for (const [width, dark] of [
    [1440, true],
    [1920, false],
    [768, true],
    [375, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
    // At the end of the page the bar of the selection covers no row.
    await scrollToEnd(page)
    const [lastRow, bar] = await page.evaluate(() =>
      ['tbody tr:last-child', 'section:has(> b[role=status])'].map((selector) =>
        document.querySelector(selector)?.getBoundingClientRect(),
      ),
    )
    expect(bar?.top).toBeGreaterThanOrEqual(lastRow?.bottom ?? Number.NaN)
    await page.setViewportSize({ width, height: 800 + (await heightUnderHeader(page)) })
    await scrollToEnd(page)
    await expectNoHorizontalScroll(page)
    await expectAccessible(page, `team at ${width}`)
    await saveScreenshot(page, `team-selected-${width}`)
    if (width !== 1920) continue
    const cut = await page
      .locator('td[data-column=email] > div')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length)
    expect(cut).toBe(0)
  }
  await page.setViewportSize({ width: 1440, height: 800 })
  await navigateInApp(page, '/settings/values')
  await page.getByRole('heading', { name: 'Values', level: 1 }).waitFor()
  expect(await leftEdges(page)).toEqual([header, header])
})

test('lists of the settings start near the top of a phone', async () => {
  const page = await open(admin, '/settings/team', { width: 375, locale: 'ru' })
  const tops: number[] = []
  const lists = [
    ['/settings/team', 'tbody tr'],
    ['/settings/rewards/purchases', 'main li:has([type=checkbox])'],
    ['/settings/audit', 'main li:has(time)'],
  ] as const
  for (const [path, row] of lists) {
    await navigateInApp(page, path)
    const first = page.locator(row).first()
    await first.waitFor()
    await waitUntilSettled(page)
    tops.push((await first.boundingBox())?.y ?? Infinity)
  }
  expect(Math.max(...tops)).toBeLessThanOrEqual(300)
  await navigateInApp(page, '/settings/team')
  await page
    .getByRole('button', { name: /^Действия: / })
    .first()
    .waitFor()
  await expectFits(page, 'team in Russian', [[320, false]])
})
