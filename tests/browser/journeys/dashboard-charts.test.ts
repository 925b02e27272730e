import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { waitUntilSettled } from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})

const tile = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const waitForAllCharts = async (page: Page) => {
  await page.locator('[data-chart="bars"]').nth(2).waitFor()
  await waitUntilSettled(page)
}

test('bars stay within their plot and labels within the card', async () => {
  const page = await open(admin, '/dashboard')
  await waitForAllCharts(page)
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
})

test('today is hatched, and hovering over a bar shows its figures', async () => {
  // The posts of the demo team may all be of yesterday, and an empty day has no hatched bar.
  const [value] = await api<{ id: string }[]>('GET', '/values', admin)
  const [tomas] = await api<{ id: string }[]>('GET', '/people?search=tomas', admin)
  await api('POST', '/posts', admin, {
    to_id: [tomas?.id],
    value_id: value?.id,
    score: 3,
    description: 'Thank you for the report of this morning',
  })
  const page = await open(admin, '/dashboard')
  await waitForAllCharts(page)
  const glance = tile(page, 'At a glance')
  const bars = glance.locator('[data-chart="bars"]').first().locator('[data-bar]')
  expect(
    await bars.evaluateAll((all) => all.map((one) => one.getAttribute('data-partial') === 'true')),
  ).toEqual(Array.from({ length: 30 }, (_, index) => index === 29))
  await glance.getByText('Today so far').waitFor()
  const days = await api<{ days: { granted: number }[] }>('GET', '/leaderboards/statistics', admin)
  const top = Math.max(...days.days.map(({ granted }) => granted))
  await bars.nth(days.days.findIndex(({ granted }) => granted === top)).hover()
  await glance
    .locator('[data-chart="bars"]')
    .first()
    .locator('b')
    .getByText(top.toLocaleString('en'), { exact: true })
    .waitFor()
  await page
    .getByRole('group', { name: 'Period' })
    .getByRole('button', { name: 'Last 90 days', exact: true })
    .click()
  await glance.getByText('Incomplete week').waitFor()
  expect(await bars.count()).toBeLessThanOrEqual(14)
})
