import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { navigateInApp, waitUntilSettled } from '#tests/browser/support/page-checks.ts'
import { findVisualFaults, saveScreenshot } from '#tests/browser/support/visual-checks.ts'
import { createSession, waitFor } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})

const tile = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
/** Works in any language. */
const waitForCharts = async (page: Page) => {
  await page.locator('[data-tile="figures"] [data-chart]').nth(5).waitFor()
  await page.locator('[data-tile="values"] [data-chart="ring"]').first().waitFor()
  await page.locator('[data-node]').first().waitFor()
  await waitUntilSettled(page)
}

/** Bars are within their plot and labels within the card. */
async function expectBarsFit(page: Page): Promise<void> {
  const plots = await page.locator('[data-chart="bars"]').evaluateAll((all) =>
    all.map((plot) => {
      const card = plot.closest('[role="region"]')?.getBoundingClientRect()
      const { top, bottom } = plot.getBoundingClientRect()
      const parts = [...plot.querySelectorAll('[data-bar] i')].map((one) =>
        one.getBoundingClientRect(),
      )
      const labels = [...plot.querySelectorAll('small')].map((one) => one.getBoundingClientRect())
      return {
        partsCount: parts.length,
        above: Math.min(...parts.map((part) => part.top)) - top,
        below: bottom - Math.max(...parts.map((part) => part.bottom)),
        left: Math.min(...labels.map((label) => label.left)) - (card?.left ?? 0),
        right: (card?.right ?? 0) - Math.max(...labels.map((label) => label.right)),
      }
    }),
  )
  expect(plots).toHaveLength(3)
  for (const { partsCount, above, below, left, right } of plots) {
    expect(partsCount).toBeGreaterThan(3)
    expect([above >= -1, below >= -1]).toEqual([true, true])
    expect([left >= 12, right >= 12]).toEqual([true, true])
  }
}

test('charts of the real figures fit, and answer to pointer and keyboard', async () => {
  const figures = await api<{
    points_granted: { now: number }
    days: { granted: number }[]
  }>('GET', '/leaderboards/statistics', admin)
  const page = await open(admin, '/dashboard', { width: 1_440 })
  await waitForCharts(page)
  await expectBarsFit(page)
  const glance = tile(page, 'At a glance')
  await glance.getByText(figures.points_granted.now.toLocaleString('en'), { exact: true }).waitFor()
  const plot = glance.locator('[data-chart="bars"]').first()
  const top = Math.max(...figures.days.map(({ granted }) => granted))
  await plot
    .locator('[data-bar]')
    .nth(figures.days.findIndex(({ granted }) => granted === top))
    .hover()
  await plot.locator('b').getByText(top.toLocaleString('en'), { exact: true }).waitFor()

  const values = tile(page, 'Company values')
  await values.getByRole('button', { name: 'Show as table' }).click()
  expect((await values.getByRole('table').boundingBox())?.height).toBeGreaterThan(100)
  await values.getByRole('button', { name: 'Show as picture' }).click()

  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-node'))
  await page.locator('[data-node][tabindex="0"]').focus()
  const first = await focused()
  const places = await page
    .locator('[data-node]')
    .evaluateAll((all) =>
      all.map((one) => ({ id: one.getAttribute('data-node'), x: one.getBoundingClientRect().x })),
    )
  const from = places.find(({ id }) => id === first)?.x ?? 0
  // Toward a side with a neighbor.
  await page.keyboard.press(
    places.filter(({ x }) => x > from + 2).length ? 'ArrowRight' : 'ArrowLeft',
  )
  expect(await focused()).not.toBe(first)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /’s connections$/ }).waitFor()
})

/** The tiles scroll, and the date range stays in sight. */
async function expectStickyRange(page: Page, width: number): Promise<void> {
  await page.locator('[data-tile="common_topics"]').scrollIntoViewIfNeeded()
  await saveScreenshot(page, `dashboard-scrolled-${width}`)
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(400)
  const box = await page.locator('main [role=group]').first().boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(56)
  expect(box?.y).toBeLessThan(140)
  await page.evaluate(() => scrollTo(0, 0))
}

test('the account menu on phones links to the dashboard, which fits', async () => {
  const page = await open(admin, '/feed', { width: 320, locale: 'ru', dark: true, touch: true })
  const button = page.locator('header button').last()
  const entry = page.locator('[role=menuitem][href="/dashboard"]')
  const isMarked = () => button.evaluate((one) => getComputedStyle(one).boxShadow !== 'none')
  expect(await isMarked()).toBe(false)
  await button.click()
  expect(await entry.getAttribute('aria-current')).toBeNull()
  await entry.click()
  await page.waitForURL('**/dashboard')
  await waitFor(isMarked)
  await waitForCharts(page)
  for (const width of [320, 375, 768, 1_440]) {
    await page.setViewportSize({ width, height: 800 })
    await waitUntilSettled(page)
    expect([width, await findVisualFaults(page)]).toEqual([width, []])
    await expectStickyRange(page, width)
  }
  await navigateInApp(page, '/feed')
  await expect.poll(isMarked).toBe(false)
})
